//! Exports a solution to Parquet and reads it back.
//!
//! `cargo run --release --example parquet`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::env;
use std::error::Error;
use std::fs::{self, File};

use mdp2048::export::{Exporter, ToolFormat};
use mdp2048::{Board, Game, Solver};
use parquet::file::reader::SerializedFileReader;
use parquet::record::RowAccessor as _;

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::builder().board(2, 3).target(64).build()?;
    let solution = Solver::new(&game).solve()?;
    let path = env::temp_dir().join(format!("mdp2048_{}.parquet", std::process::id()));
    Exporter::new(&solution).write(ToolFormat::Parquet, &mut File::create(&path)?)?;

    let (mut states, mut visits) = (0, 0.0);
    for row in SerializedFileReader::new(File::open(&path)?)? {
        let row = row?;
        let column = |name: &str| {
            let at = row.get_column_iter().position(|(column, _)| column == name);
            at.ok_or_else(|| format!("there is no column {name}"))
        };
        let board = Board::from_hex(game.shape(), row.get_string(column("board")?)?)?;
        let value = solution.value_at(board).ok_or("the board is no state")?;
        assert_eq!(value.get(), row.get_double(column("value")?)?);
        visits += row.get_double(column("occupancy")?)?;
        states += 1;
    }
    assert_eq!(states, solution.states());
    println!("{game}: {states} rows; an optimal game has {visits:.2} moves on average");
    fs::remove_file(path)?;
    Ok(())
}
