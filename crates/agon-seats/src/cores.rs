//! The processors of a server, shared by all engines that think on it: who finds none free waits its turn, without a
//! thread and without its clock running.

use agon_core::sync::lock;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

/// Who asks for a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Somebody sits at a board and waits.
    Waited,
    /// It may take its time: one processor is always left to those who are waited for, if there are several.
    Patient,
}

/// What begins when there is a processor for it.
type Work = Box<dyn FnOnce(Share) + Send>;

struct Waiting {
    need: usize,
    urgency: Urgency,
    work: Work,
}

struct State {
    free: usize,
    waiting: VecDeque<Waiting>,
}

struct Inside {
    all: usize,
    state: Mutex<State>,
    /// Engines that are kept ready for the next question.
    ready: AtomicUsize,
}

/// The processors. Clones are handles to the same ones.
#[derive(Clone)]
pub struct Cores(Arc<Inside>);

impl Cores {
    /// So many processors.
    pub fn new(all: usize) -> Cores {
        let all = all.max(1);
        let state = Mutex::new(State { free: all, waiting: VecDeque::new() });
        Cores(Arc::new(Inside { all, state, ready: AtomicUsize::new(0) }))
    }

    /// How many there are.
    pub fn all(&self) -> usize {
        self.0.all
    }

    /// How many are in use.
    pub fn busy(&self) -> usize {
        self.0.all - lock(&self.0.state).free
    }

    /// Some processors at once, if they are free and nobody waits for them.
    pub fn try_take(&self, need: usize) -> Option<Share> {
        let need = need.clamp(1, self.0.all);
        let mut state = lock(&self.0.state);
        let waited = state.waiting.iter().any(|waiting| waiting.urgency == Urgency::Waited);
        if waited || state.free < need {
            return None;
        }
        state.free -= need;
        Some(Share { cores: self.clone(), count: need })
    }

    /// Begins something as soon as there are processors for it, which may be at once. It is called from whatever thread
    /// lets go of them, and must not wait.
    pub fn when_free(&self, need: usize, urgency: Urgency, work: impl FnOnce(Share) + Send + 'static) {
        let need = need.clamp(1, self.0.all);
        lock(&self.0.state).waiting.push_back(Waiting { need, urgency, work: Box::new(work) });
        self.begin_next();
    }

    /// Waits for processors.
    pub fn take(&self, need: usize, urgency: Urgency) -> Option<Share> {
        let (sender, receiver) = channel();
        self.when_free(need, urgency, move |share| {
            // Whoever does not wait any more gives it back.
            let _ = sender.send(share);
        });
        receiver.recv().ok()
    }

    /// A place among the engines that are kept with their memory between two moves, if there is one: as many as there
    /// are processors twice over.
    pub fn keep_ready(&self) -> Option<Ready> {
        let most = 2 * self.0.all;
        let ready = &self.0.ready;
        let taken = ready.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| (n < most).then_some(n + 1));
        taken.ok().map(|_| Ready(self.clone()))
    }

    /// Begins everything there are processors for.
    fn begin_next(&self) {
        loop {
            let mut state = lock(&self.0.state);
            let (free, left) = (state.free, usize::from(self.0.all > 1));
            let fits = |waiting: &Waiting| match waiting.urgency {
                Urgency::Waited => waiting.need <= free,
                // One that needs all of them would wait for ever for one more.
                Urgency::Patient => waiting.need.min(self.0.all - left) + left <= free,
            };
            let waited = |waiting: &Waiting| waiting.urgency == Urgency::Waited && fits(waiting);
            let next = state.waiting.iter().position(waited).or_else(|| state.waiting.iter().position(fits));
            let Some(Waiting { need, work, .. }) = next.and_then(|next| state.waiting.remove(next)) else {
                return;
            };
            let count = need.min(free);
            state.free -= count;
            drop(state);
            work(Share { cores: self.clone(), count });
        }
    }
}

/// Processors in use; they are free again when this is dropped.
pub struct Share {
    cores: Cores,
    count: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        lock(&self.cores.0.state).free += self.count;
        self.cores.begin_next();
    }
}

/// A place among the engines that are kept ready.
pub struct Ready(Cores);

impl Drop for Ready {
    fn drop(&mut self) {
        self.0.0.ready.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_more_at_work_than_processors() {
        let cores = Cores::new(2);
        let (sender, begun) = channel();
        for number in 0..5 {
            let sender = sender.clone();
            cores.when_free(1, Urgency::Waited, move |share| sender.send((number, share)).unwrap());
        }
        let first = begun.recv().unwrap();
        let second = begun.recv().unwrap();
        assert_eq!((first.0, second.0, cores.busy()), (0, 1, 2));
        assert!(begun.try_recv().is_err(), "the others wait");
        drop(second);
        assert_eq!(begun.try_recv().unwrap().0, 2, "in the order they came");
    }

    #[test]
    fn one_is_left_to_those_who_are_waited_for() {
        let cores = Cores::new(2);
        let patient = cores.take(1, Urgency::Patient).unwrap();
        let (sender, begun) = channel();
        let later = sender.clone();
        cores.when_free(1, Urgency::Patient, move |share| later.send(("patient", share)).unwrap());
        assert!(begun.try_recv().is_err());
        cores.when_free(1, Urgency::Waited, move |share| sender.send(("waited", share)).unwrap());
        let waited = begun.try_recv().unwrap();
        assert_eq!(waited.0, "waited");
        drop(patient);
        assert!(begun.try_recv().is_err(), "still one is to be left");
        drop(waited);
        assert_eq!(begun.try_recv().unwrap().0, "patient");
        let alone = Cores::new(1);
        assert!(alone.take(4, Urgency::Patient).is_some(), "where there is one, it is shared");
    }

    #[test]
    fn few_are_kept_ready() {
        let cores = Cores::new(2);
        let kept: Vec<_> = (0..10).filter_map(|_| cores.keep_ready()).collect();
        assert_eq!(kept.len(), 4);
        drop(kept);
        assert!(cores.keep_ready().is_some());
    }
}
