//! The board's layout.

use super::INFO;
use super::cells::{Cells, columns};
use agon_core::layout::Label;
use agon_core::{Cell, CellShape, Click, Layout, Piece, PieceShape, Side};

/// The distance from a hexagon's centre to its corners: 1/√3 of its width.
const CORNER: f64 = 0.577_350_269_189_625_8;

/// The distance between the centres of neighbouring rows: √3/2 of a hexagon's width.
const ROW_STEP: f64 = 0.866_025_403_784_438_6;

/// The distance from the centre of a cell at the edge to the number beside it.
const TO_LABEL: f64 = 0.85;

pub(super) fn layout(radius: u8) -> Layout {
    let last_row = 2 * radius;
    let cell = |(row, column): (u8, u8)| {
        let (x, y) = centre(radius, row, column);
        Cell {
            name: format!("{row},{column}"),
            row,
            half_column: 2 * column + row - radius,
            x,
            y,
            shape: CellShape::Hexagon,
        }
    };
    // Rows are numbered at their left end. Columns run down to the right, so their numbers stand at the lower
    // end, below the bottom edge and the lower right one, in the direction of the column.
    let row_label = |row| {
        let (x, y) = centre(radius, row, columns(radius, row).0);
        Label { text: row.to_string(), x: x - TO_LABEL, y }
    };
    let column_label = |column: u8| {
        let (x, y) = centre(radius, last_row.min(3 * radius - column), column);
        Label { text: column.to_string(), x: x + TO_LABEL / 2.0, y: y + TO_LABEL * ROW_STEP }
    };
    Layout {
        width: f64::from(last_row + 1),
        height: 2.0 * CORNER + f64::from(last_row) * ROW_STEP,
        cells: Cells::hexagon(radius).iter().map(cell).collect(),
        pieces: vec![
            Piece::of_side(&INFO.sides, Side::First, "black disc", '●', PieceShape::Disc),
            Piece::of_side(&INFO.sides, Side::Second, "white disc", '○', PieceShape::Disc),
            Piece::of_nobody("blocked cell", '#', '■', PieceShape::Block),
        ],
        labels: (0..=last_row).map(row_label).chain((0..=last_row).map(column_label)).collect(),
        dots: Vec::new(),
        click: Click::Path,
    }
}

/// The centre of a cell: every row begins half a cell further right than the one above, counted from column 0,
/// which puts column 0 of the middle row at the left edge.
fn centre(radius: u8, row: u8, column: u8) -> (f64, f64) {
    let shift = (f64::from(row) - f64::from(radius)) / 2.0;
    (f64::from(column) + shift + 0.5, CORNER + f64::from(row) * ROW_STEP)
}
