/// A square to play on, and what the search found it to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Move {
    pub row: usize,
    pub col: usize,
    pub value: i32,
}
