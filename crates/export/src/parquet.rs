//! Parquet: columns by groups of rows, so that few rows are held at a time.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use mdp2048_model::Values as _;
use mdp2048_rules::Action;
use mdp2048_solve::{ProgressCallback, Solution};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::ExportError;
use crate::table::{Record, records};

/// The columns; an action's value is left out where the action is not allowed.
const SCHEMA: &str = "message states {
    required binary board (UTF8);
    required int32 tile_sum;
    required double value;
    optional double left;
    optional double right;
    optional double up;
    optional double down;
    required int32 best (INTEGER(8, false));
    required binary action (UTF8);
    required double occupancy;
}";

/// Rows that are held until they are written together.
const GROUP: usize = 1 << 17;

/// Writes a table of all states as Parquet; FORMAT.md tells what the columns hold.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_parquet(
    solution: &Solution,
    out: &mut (dyn Write + Send),
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(error)?);
    let game = KeyValue::new("game".to_owned(), solution.game().to_string());
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by("mdp2048".to_owned())
        .set_key_value_metadata(Some(vec![game]))
        .build();
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(error)?;
    let mut group = Group::default();
    records(solution, watch, |record| {
        group.push(record);
        if group.values.len() == GROUP {
            write_group(&mut file, &mem::take(&mut group)).map_err(error)?;
        }
        Ok(())
    })?;
    if !group.values.is_empty() {
        write_group(&mut file, &group).map_err(error)?;
    }
    file.close().map_err(error)?;
    Ok(())
}

/// An error of the disk as such.
fn error(error: ParquetError) -> ExportError {
    ExportError::Io(match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    })
}

/// The columns of some rows.
#[derive(Default)]
struct Group {
    boards: Vec<ByteArray>,
    tile_sums: Vec<i32>,
    values: Vec<f64>,
    /// The values that are there, and for each row whether one is (1) or not (0).
    action_values: [(Vec<f64>, Vec<i16>); 4],
    best: Vec<i32>,
    actions: Vec<ByteArray>,
    occupancies: Vec<f64>,
}

impl Group {
    fn push(&mut self, record: &Record) {
        let board = record.state.board();
        self.boards.push(board.hex().into_bytes().into());
        // At most 16 times 32768.
        self.tile_sums.push(board.tile_sum().get() as i32);
        self.values.push(record.value);
        for ((values, levels), value) in self.action_values.iter_mut().zip(record.action_values) {
            levels.push(value.is_some().into());
            values.extend(value);
        }
        self.best.push(record.best.into());
        self.actions.push(record.action.name().into());
        self.occupancies.push(record.occupancy);
    }
}

/// Writes the columns in the order of the schema.
fn write_group<W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    group: &Group,
) -> Result<(), ParquetError> {
    let mut out = file.next_row_group()?;
    column::<_, ByteArrayType>(&mut out, &group.boards, None)?;
    column::<_, Int32Type>(&mut out, &group.tile_sums, None)?;
    column::<_, DoubleType>(&mut out, &group.values, None)?;
    for action in Action::ALL {
        let (values, levels) = &group.action_values[action.index()];
        column::<_, DoubleType>(&mut out, values, Some(levels))?;
    }
    column::<_, Int32Type>(&mut out, &group.best, None)?;
    column::<_, ByteArrayType>(&mut out, &group.actions, None)?;
    column::<_, DoubleType>(&mut out, &group.occupancies, None)?;
    out.close()?;
    Ok(())
}

/// Writes the next column of a group, with a level for each row if elements may be missing.
fn column<W: Write + Send, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    elements: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    // There are as many columns as the schema says.
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(elements, levels, None)?;
        column.close()?;
    }
    Ok(())
}
