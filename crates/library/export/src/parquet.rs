//! Parquet: the table of all states, written in groups of rows so that memory stays bounded.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use bytes::Bytes;
use mdp2048_model::Value;
use mdp2048_rules::Action;
use mdp2048_solve::{ProgressCallback, Solution};
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use crate::error::ExportError;
use crate::table_row::{TableRow, for_each_row, has_losses};

/// The columns. The value of an action is missing where the action is not allowed.
const COLUMNS: &str = "
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
";

/// The columns of the probabilities of losing, which follow if the objective is to win, without
/// discount.
const LOSS_COLUMNS: &str = "
    required double loss;
    optional double left_loss;
    optional double right_loss;
    optional double up_loss;
    optional double down_loss;
";

/// The number of rows of a row group, which is in memory until it is complete.
///
/// Columns without an encoding below have a dictionary for each group, because many states share a
/// value. A larger group has more values, whose numbers in the dictionary have more bits.
const ROWS_PER_GROUP: usize = 1 << 17;

/// The encodings of columns in which a dictionary does not pay.
const ENCODINGS: [(&str, Encoding); 3] = [
    // Neighbours begin alike.
    ("board", Encoding::DELTA_BYTE_ARRAY),
    // Neighbours are equal.
    ("tile_sum", Encoding::DELTA_BINARY_PACKED),
    // A number is 0 or unlike all others.
    ("occupancy", Encoding::PLAIN),
];

/// Writes the table of all states as Parquet.
pub(crate) fn write_parquet(
    solution: &Solution,
    out: &mut (dyn Write + Send),
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let loss_columns = if has_losses(solution) { LOSS_COLUMNS } else { "" };
    let schema = format!("message states {{{COLUMNS}{loss_columns}}}");
    let schema = Arc::new(parse_message_type(&schema).map_err(error)?);
    let facts = [
        ("game", solution.game().to_string()),
        ("relative_bound", solution.relative_bound().to_string()),
    ];
    let facts = facts.map(|(name, fact)| KeyValue::new(name.to_owned(), fact));
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by("mdp2048".to_owned())
        .set_key_value_metadata(Some(facts.into()));
    for (name, encoding) in ENCODINGS {
        let column = ColumnPath::from(name);
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, encoding);
    }
    let properties = Arc::new(properties.build());
    let mut file = SerializedFileWriter::new(out, schema, properties).map_err(error)?;
    let mut group = RowGroup::new(has_losses(solution));
    for_each_row(solution, progress, |row| {
        group.push(row);
        if group.values.len() == ROWS_PER_GROUP {
            let full = mem::replace(&mut group, RowGroup::new(has_losses(solution)));
            write_group(&mut file, full).map_err(error)?;
        }
        Ok(())
    })?;
    if !group.values.is_empty() {
        write_group(&mut file, group).map_err(error)?;
    }
    file.close().map_err(error)?;
    Ok(())
}

/// Converts an error, and unwraps an I/O error that caused it.
fn error(error: ParquetError) -> ExportError {
    ExportError::Io(match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    })
}

/// The columns of a row group.
struct RowGroup {
    /// The texts of the boards, one after the other.
    boards: Vec<u8>,
    tile_sums: Vec<i32>,
    values: Vec<f64>,
    action_values: [OptionalNumbers; 4],
    best: Vec<i32>,
    actions: Vec<ByteArray>,
    occupancies: Vec<f64>,
    /// The probabilities of losing, if there are such columns.
    losses: Option<(Vec<f64>, [OptionalNumbers; 4])>,
    /// The name of each action.
    names: [ByteArray; 4],
}

/// A column of numbers that may be missing.
#[derive(Default)]
struct OptionalNumbers {
    /// The numbers that are present.
    numbers: Vec<f64>,
    /// For each row whether its number is present (1) or missing (0).
    levels: Vec<i16>,
}

impl OptionalNumbers {
    fn push(&mut self, number: Option<f64>) {
        self.levels.push(number.is_some().into());
        self.numbers.extend(number);
    }
}

impl RowGroup {
    fn new(has_losses: bool) -> Self {
        Self {
            boards: Vec::new(),
            tile_sums: Vec::new(),
            values: Vec::new(),
            action_values: Default::default(),
            best: Vec::new(),
            actions: Vec::new(),
            occupancies: Vec::new(),
            losses: has_losses.then(Default::default),
            names: Action::ALL.map(|action| Bytes::from_static(action.name().as_bytes()).into()),
        }
    }

    fn push(&mut self, row: &TableRow) {
        let board = row.state.board();
        self.boards.extend(board.tiles().map(|tile| b"0123456789abcdef"[usize::from(tile.get())]));
        // A tile sum is at most 16 * 32768.
        self.tile_sums.push(board.tile_sum().get() as i32);
        self.values.push(row.value.get());
        for (column, value) in self.action_values.iter_mut().zip(row.action_values) {
            column.push(value.map(Value::get));
        }
        self.best.push(row.best.into());
        self.actions.push(self.names[row.action.index()].clone());
        self.occupancies.push(row.occupancy);
        if let Some((state, actions)) = &mut self.losses {
            state.extend(row.value.loss());
            for (column, value) in actions.iter_mut().zip(row.action_values) {
                column.push(value.and_then(Value::loss));
            }
        }
    }

    /// Removes the boards of the rows and returns them.
    fn take_boards(&mut self) -> Vec<ByteArray> {
        let text_bytes = self.boards.len() / self.values.len().max(1);
        let texts = Bytes::from(mem::take(&mut self.boards));
        let starts = (0..texts.len()).step_by(text_bytes.max(1));
        starts.map(|start| texts.slice(start..start + text_bytes).into()).collect()
    }
}

/// Writes a row group with its columns in the order of the schema.
fn write_group<W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    mut group: RowGroup,
) -> Result<(), ParquetError> {
    let mut out = file.next_row_group()?;
    write_column::<_, ByteArrayType>(&mut out, &group.take_boards(), None)?;
    write_column::<_, Int32Type>(&mut out, &group.tile_sums, None)?;
    write_column::<_, DoubleType>(&mut out, &group.values, None)?;
    for OptionalNumbers { numbers, levels } in &group.action_values {
        write_column::<_, DoubleType>(&mut out, numbers, Some(levels))?;
    }
    write_column::<_, Int32Type>(&mut out, &group.best, None)?;
    write_column::<_, ByteArrayType>(&mut out, &group.actions, None)?;
    write_column::<_, DoubleType>(&mut out, &group.occupancies, None)?;
    if let Some((state, actions)) = &group.losses {
        write_column::<_, DoubleType>(&mut out, state, None)?;
        for OptionalNumbers { numbers, levels } in actions {
            write_column::<_, DoubleType>(&mut out, numbers, Some(levels))?;
        }
    }
    out.close()?;
    Ok(())
}

/// Writes the next column of a row group. `levels` is given if elements may be missing: 1 for each
/// row with an element, 0 for each row without.
fn write_column<W: Write + Send, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    elements: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    // The calls match the columns of the schema, so there is a next column.
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(elements, levels, None)?;
        column.close()?;
    }
    Ok(())
}
