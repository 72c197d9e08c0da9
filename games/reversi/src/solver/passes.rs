//! The passes over one position: deeper and deeper, then to the end more and more surely, and the proof. Each
//! leaves its order of moves in the table for the next.

use super::answer::{Answer, Confidence, Goal, Progress, Square};
use super::kernels::{final_margin, flips, mobility};
use super::search::{CONFIDENCES, Question, Search, Shared, expanded, upper};
use agon_core::cpu::Cpu;
use std::sync::atomic::Ordering::Relaxed;

/// With fewer empty squares the proof is begun at once.
const PASSES_FROM: u32 = 14;

/// The last plies are searched by the passes to the end only.
const DEPTH_LESS: u32 = 10;

/// One position's search.
pub(super) struct Passes<'s, C: Cpu> {
    search: Search<'s, C>,
    shared: &'s Shared<'s>,
    me: u64,
    them: u64,
    empties: u32,
    goal: Goal,
    /// What is proved.
    lower: i32,
    upper: i32,
    guess: i32,
    confidence: Confidence,
    best: u8,
    line: Vec<Option<Square>>,
    complete: bool,
}

impl<'s, C: Cpu> Passes<'s, C> {
    /// A position in which the side to move has a move.
    pub(super) fn new(search: Search<'s, C>, shared: &'s Shared<'s>, me: u64, them: u64, goal: Goal) -> Self {
        let best = mobility(search.cpu, me, them).trailing_zeros() as u8;
        let empties = (!(me | them)).count_ones();
        Passes {
            search,
            shared,
            me,
            them,
            empties,
            goal,
            lower: -64,
            upper: 64,
            guess: 0,
            confidence: Confidence::Guess,
            best,
            line: Vec::new(),
            complete: false,
        }
    }

    /// Runs all passes, or as many as the limits allow.
    pub(super) fn run(&mut self, progress: &mut dyn FnMut(&Progress)) {
        let judge = self.shared.judge;
        let guess = judge.value(self.search.cpu, self.me, self.them) / super::evaluation::DISC;
        self.guess = guess.clamp(-64, 64);
        for question in self.questions() {
            self.pass(question, progress);
            if self.search.stopped {
                return;
            }
            if question.depth >= self.empties {
                self.confidence = match CONFIDENCES.get(usize::from(question.confidence)) {
                    Some(&(_, probability)) if !self.is_proved() => Confidence::Probable(probability),
                    _ => Confidence::Exact,
                };
            }
        }
        self.complete = true;
        if self.is_proved() && self.lower == self.upper {
            self.follow();
        }
    }

    fn is_proved(&self) -> bool {
        self.lower == self.upper || self.goal == Goal::Winner && (self.lower > 0 || self.upper < 0)
    }

    /// What the passes ask, one after the other.
    fn questions(&self) -> Vec<Question> {
        let mut list = Vec::new();
        let rules = self.shared.rules;
        let judged = self.shared.judge.ranks() && rules.evaluation;
        let selective = rules.selective_passes && rules.table && judged && self.shared.judge.is_trusted();
        if selective && self.empties >= PASSES_FROM || matches!(self.goal, Goal::Likely(_)) && judged {
            let deepest = self.empties.saturating_sub(DEPTH_LESS);
            let depths = (2..=deepest).filter(|depth| depth % 2 == self.empties % 2);
            list.extend(depths.map(|depth| Question { depth, confidence: 0 }));
            let wanted = match self.goal {
                Goal::Likely(probability) => CONFIDENCES
                    .iter()
                    .position(|&(_, each)| each >= probability)
                    .unwrap_or(usize::from(Question::CERTAIN)),
                _ => usize::from(Question::CERTAIN),
            };
            let enough = self.selective_passes();
            for confidence in 0..CONFIDENCES.len() {
                if confidence < wanted && enough & 1 << confidence != 0 || confidence == wanted {
                    list.push(Question { depth: self.empties, confidence: confidence as u8 });
                }
            }
            if wanted < CONFIDENCES.len() {
                return list;
            }
        }
        list.push(Question::EXACT);
        list
    }

    /// Which selective passes to the end are worth their nodes, as a set of bits.
    fn selective_passes(&self) -> u32 {
        match self.empties {
            0..=15 => 0b00001,
            16..=19 => 0b00101,
            20..=22 => 0b01101,
            _ => 0b11111,
        }
    }

    /// Narrows the value of one question down to a point, from the guess of the last one.
    fn pass(&mut self, question: Question, progress: &mut dyn FnMut(&Progress)) {
        let to_end = question.depth >= self.empties;
        let proof = to_end && question.confidence == Question::CERTAIN;
        let reach = if self.goal == Goal::Winner { 2 } else { 64 };
        let (mut low, mut high) = (-reach, reach);
        let mut guess = self.guess.clamp(low, high);
        while low < high {
            if to_end {
                // Margins at the end are even.
                guess = (guess + i32::from(guess & 1 != 0)).clamp(low, high);
            }
            let beta = if guess > low { guess } else { low + 1 + i32::from(to_end) };
            let (value, best) =
                expanded(&mut self.search, self.me, self.them, beta - 1, self.empties, question, self.best);
            if self.search.stopped {
                return;
            }
            if value >= beta {
                low = value.min(reach);
                if to_end {
                    low = (low + (low & 1)).min(reach);
                }
                self.best = if best < 64 { best } else { self.best };
            } else {
                high = value.max(-reach);
                if to_end {
                    high = (high - (high & 1)).max(-reach);
                }
            }
            guess = value;
            self.guess = value.clamp(-64, 64);
            if proof {
                if value >= beta {
                    self.lower = self.lower.max(value);
                } else {
                    self.upper = self.upper.min(value);
                }
            }
            progress(&self.progress(question));
        }
        self.guess = low;
        if proof && self.goal != Goal::Winner {
            self.guess = self.lower;
        }
    }

    fn progress(&self, question: Question) -> Progress {
        let confidence = match CONFIDENCES.get(usize::from(question.confidence)) {
            _ if question.depth < self.empties => Confidence::Guess,
            Some(&(_, probability)) => Confidence::Probable(probability),
            None => Confidence::Exact,
        };
        Progress {
            confidence,
            depth: question.depth.min(self.empties),
            lower: self.lower,
            upper: self.upper,
            margin: self.guess,
            best: Some(self.best),
            nodes: self.shared.spent.load(Relaxed),
        }
    }

    /// Follows best play from the root to the end of the game.
    fn follow(&mut self) {
        let cpu = self.search.cpu;
        let (mut me, mut them, mut value) = (self.me, self.them, self.lower);
        let mut first = Some(self.best);
        loop {
            let moves = mobility(cpu, me, them);
            let square = if moves != 0 {
                let Some(square) = self.move_worth(me, them, moves, value, first.take()) else { return };
                Some(square)
            } else if mobility(cpu, them, me) != 0 {
                None
            } else {
                debug_assert_eq!(final_margin(me, them), value);
                return;
            };
            self.line.push(square);
            (me, them) = match square {
                Some(square) => {
                    let turned = flips(cpu, me, them, square.into());
                    (them ^ turned, me ^ turned | 1 << square)
                }
                None => (them, me),
            };
            value = -value;
        }
    }

    /// A move that keeps the value, `first` if it is given.
    fn move_worth(&mut self, me: u64, them: u64, moves: u64, value: i32, first: Option<u8>) -> Option<u8> {
        if first.is_some() {
            return first;
        }
        let known = super::bounds_table::key_of(me, them);
        let hinted = self.shared.table.get(known).map_or(64, |entry| entry.moves[0]);
        let mut order: Vec<u8> = (0..64).filter(|&square| moves >> square & 1 != 0).collect();
        order.sort_by_key(|&square| square != hinted);
        for &square in &order {
            let turned = flips(self.search.cpu, me, them, square.into());
            let (next_me, next_them) = (them ^ turned, me ^ turned | 1 << square);
            let empties = (!(next_me | next_them)).count_ones();
            let reply = upper(&mut self.search, next_me, next_them, -value, empties, Question::EXACT);
            if self.search.stopped {
                return None;
            }
            if -reply >= value {
                return Some(square);
            }
        }
        None
    }

    /// What is known.
    pub(super) fn answer(mut self) -> Answer {
        self.search.check();
        let line = if self.line.is_empty() { vec![Some(self.best)] } else { self.line };
        Answer {
            lower: self.lower,
            upper: self.upper,
            margin: if self.lower == self.upper {
                self.lower
            } else {
                self.guess.clamp(self.lower, self.upper)
            },
            confidence: self.confidence,
            best: Some(self.best),
            line,
            nodes: self.shared.spent.load(Relaxed),
            complete: self.complete,
        }
    }
}
