//! What waits for the answers of a worker.

use std::cell::RefCell;

use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a worker does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorkerError {
    /// It has sent something else than an answer.
    #[error("its worker sent something else")]
    Unread,
    /// It does not run, or has ended, for this reason.
    #[error("{0}")]
    Ended(String),
}

/// Is called with each answer to a request, or with the error that ends the waiting for it.
type OnAnswer<Answer> = Box<dyn FnMut(Result<Answer, WorkerError>)>;

/// The requests to a worker that have no last answer yet.
///
/// What waits may send another request, forget one or end the worker while it is called.
pub struct Calls<Answer>(RefCell<State<Answer>>);

struct State<Answer> {
    /// The number of the next request.
    next: u32,
    /// What waits, by the numbers of the requests; `None` while it is called.
    waiting: Vec<(u32, Option<OnAnswer<Answer>>)>,
    /// Why no answer comes any more.
    ended: Option<WorkerError>,
}

impl<Answer> Default for Calls<Answer> {
    fn default() -> Self {
        Self(RefCell::new(State { next: 0, waiting: Vec::new(), ended: None }))
    }
}

impl<Answer> Calls<Answer> {
    /// A number for a request, which no other has.
    pub fn number(&self) -> u32 {
        let mut state = self.0.borrow_mut();
        state.next = state.next.wrapping_add(1);
        state.next.wrapping_sub(1)
    }

    /// Lets `on_answer` wait for the answers to a request. Returns the number of the request; if the
    /// worker has ended, `on_answer` is called at once, and there is no number.
    pub fn wait(
        &self,
        mut on_answer: impl FnMut(Result<Answer, WorkerError>) + 'static,
    ) -> Option<u32> {
        let ended = self.0.borrow().ended.clone();
        if let Some(error) = ended {
            on_answer(Err(error));
            return None;
        }
        let number = self.number();
        self.0.borrow_mut().waiting.push((number, Some(Box::new(on_answer))));
        Some(number)
    }

    /// Ends the waiting for the answers to a request; what waits is not called again.
    pub fn forget(&self, number: u32) {
        self.0.borrow_mut().waiting.retain(|(asked, _)| *asked != number);
    }

    /// Calls what waits for an answer, which the worker has sent as bytes. An answer that cannot be
    /// read is an error and the last one to its request.
    pub fn receive(&self, bytes: &[u8], is_last: impl FnOnce(&Answer) -> bool)
    where
        Answer: DeserializeOwned,
    {
        let Ok((number, message)) = postcard::take_from_bytes::<u32>(bytes) else {
            return self.end(&WorkerError::Unread);
        };
        let Some(mut on_answer) = self.take(number) else { return };
        let answer = postcard::from_bytes(message).map_err(|_| WorkerError::Unread);
        let is_last = answer.as_ref().map_or(true, is_last);
        if is_last {
            self.forget(number);
        }
        on_answer(answer);
        let waiting = &mut self.0.borrow_mut().waiting;
        if let Some((_, place)) = waiting.iter_mut().find(|(asked, _)| *asked == number) {
            *place = Some(on_answer);
        }
    }

    /// Tells all that waits that no answer comes any more, now and from now on.
    pub fn end(&self, error: &WorkerError) {
        let mut state = self.0.borrow_mut();
        state.ended.get_or_insert_with(|| error.clone());
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        for mut on_answer in waiting.into_iter().filter_map(|(_, on_answer)| on_answer) {
            on_answer(Err(error.clone()));
        }
    }

    fn take(&self, number: u32) -> Option<OnAnswer<Answer>> {
        let waiting = &mut self.0.borrow_mut().waiting;
        waiting.iter_mut().find(|(asked, _)| *asked == number)?.1.take()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::to_bytes;

    /// Answers are numbers, of which those from 100 on are the last.
    type Numbers = Calls<u32>;

    /// What was heard of a worker.
    type Heard = Rc<RefCell<Vec<Result<u32, WorkerError>>>>;

    fn ask(calls: &Numbers) -> (Option<u32>, Heard) {
        let heard = Heard::default();
        let hears = Rc::clone(&heard);
        (calls.wait(move |answer| hears.borrow_mut().push(answer)), heard)
    }

    fn answer(calls: &Numbers, number: u32, answer: u32) {
        calls.receive(&to_bytes(number, &answer), |&it| it >= 100);
    }

    #[test]
    fn answers_reach_their_requests_up_to_the_last() {
        let calls = Numbers::default();
        let ((first, of_first), (second, of_second)) = (ask(&calls), ask(&calls));
        assert_eq!((first, second, calls.number()), (Some(0), Some(1), 2));
        answer(&calls, 1, 7);
        answer(&calls, 0, 100);
        answer(&calls, 1, 8);
        answer(&calls, 1, 101);
        // The requests have ended, and another was never sent.
        for number in 0..4 {
            answer(&calls, number, 9);
        }
        assert_eq!(*of_first.borrow(), [Ok(100)]);
        assert_eq!(*of_second.borrow(), [Ok(7), Ok(8), Ok(101)]);
    }

    #[test]
    fn a_forgotten_request_hears_nothing_not_even_the_end() {
        let calls = Numbers::default();
        let (number, heard) = ask(&calls);
        answer(&calls, 0, 1);
        calls.forget(number.unwrap());
        answer(&calls, 0, 2);
        calls.end(&WorkerError::Unread);
        assert_eq!(*heard.borrow(), [Ok(1)]);
    }

    #[test]
    fn the_end_is_told_once_and_to_every_later_request() {
        let calls = Numbers::default();
        let ended = WorkerError::Ended("it was stopped".to_owned());
        let (_, heard) = ask(&calls);
        calls.end(&ended);
        calls.end(&WorkerError::Unread);
        answer(&calls, 0, 100);
        assert_eq!(*heard.borrow(), [Err(ended.clone())]);
        let (number, later) = ask(&calls);
        assert_eq!((number, later.borrow().clone()), (None, vec![Err(ended)]));
    }

    #[test]
    fn an_answer_that_cannot_be_read_ends_its_request_alone() {
        let calls = Numbers::default();
        let ((_, of_first), (_, of_second)) = (ask(&calls), ask(&calls));
        // The number of the first request, and no number after it.
        calls.receive(&[0], |_| false);
        answer(&calls, 0, 100);
        answer(&calls, 1, 100);
        assert_eq!(*of_first.borrow(), [Err(WorkerError::Unread)]);
        assert_eq!(*of_second.borrow(), [Ok(100)]);
        // Whose answer it is cannot be read: it may be that of any request.
        let (_, of_third) = ask(&calls);
        calls.receive(&[], |_| false);
        assert_eq!(*of_third.borrow(), [Err(WorkerError::Unread)]);
        assert_eq!(ask(&calls).0, None);
    }

    #[test]
    fn what_is_called_may_ask_forget_and_end() {
        let calls = Rc::new(Numbers::default());
        let heard = Heard::default();
        let (asked, hears) = (Rc::clone(&calls), Rc::clone(&heard));
        calls.wait(move |answer| {
            hears.borrow_mut().push(answer.clone());
            let hears = Rc::clone(&hears);
            match answer {
                // Another request.
                Ok(1) => {
                    asked.wait(move |answer| hears.borrow_mut().push(answer));
                }
                Ok(2) => asked.forget(0),
                _ => asked.end(&WorkerError::Unread),
            }
        });
        answer(&calls, 0, 1);
        answer(&calls, 1, 5);
        answer(&calls, 0, 2);
        answer(&calls, 0, 3);
        assert_eq!(*heard.borrow(), [Ok(1), Ok(5), Ok(2)]);
        let (ends, hears) = (Rc::clone(&calls), Rc::clone(&heard));
        let number = calls.wait(move |answer| {
            hears.borrow_mut().push(answer);
            ends.end(&WorkerError::Unread);
        });
        answer(&calls, number.unwrap(), 6);
        // The other request hears of the end; that which has ended the worker does not.
        assert_eq!(heard.borrow()[3..], [Ok(6), Err(WorkerError::Unread)]);
    }
}
