//! The Reversi assignment, worked out: a person against a computer that plays minimax with ten terms.
mod board;
mod dialogue;
mod moves;
mod player;
mod strategies;
#[cfg(test)]
mod tests;

fn main() -> std::io::Result<()> {
    dialogue::play(&mut std::io::stdin().lock(), &mut std::io::stdout())
}
