//! The room for connections. A connection that waits for a request keeps its place only while
//! others are free: when a client calls and all places are taken, the server closes the one that
//! has waited longest. So clients that open connections and send nothing, or send their requests
//! byte by byte, do not keep others out, however many they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The places for connections.
pub struct Room {
    places: Arc<Semaphore>,
    queue: Mutex<Queue>,
}

/// Those who wait for a request, idle or while it arrives.
#[derive(Default)]
struct Queue {
    waiting: BTreeMap<u64, Arc<Notify>>,
    next_number: u64,
    /// A client needs a place, and no connection was waiting for a request.
    is_place_wanted: bool,
}

impl Queue {
    fn dismiss_oldest(&mut self) {
        match self.waiting.pop_first() {
            Some((_, dismissed)) => dismissed.notify_one(),
            None => self.is_place_wanted = true,
        }
    }
}

impl Room {
    /// Room for so many connections.
    pub fn new(most: usize) -> Arc<Self> {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Arc::new(Self { places, queue: Mutex::default() })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the connection that has waited longest for a request, or the next one that begins to
    /// wait.
    pub fn dismiss_oldest(&self) {
        self.queue().dismiss_oldest();
    }

    /// A place for one more connection, which waits for its first request. `None` when the server
    /// ends.
    pub async fn seat(self: &Arc<Self>) -> Option<Arc<Seat>> {
        let place = match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                self.dismiss_oldest();
                Arc::clone(&self.places).acquire_owned().await.ok()?
            }
        };
        self.queue().is_place_wanted = false;
        let seat = Arc::new(Seat {
            room: Arc::clone(self),
            number: Mutex::default(),
            is_answered: AtomicBool::new(false),
            dismissed: Arc::default(),
            _place: place,
        });
        seat.wait();
        Some(seat)
    }
}

/// The place of one connection.
pub struct Seat {
    room: Arc<Room>,
    /// Since when it waits for a request; `None` while it has one.
    number: Mutex<Option<u64>>,
    is_answered: AtomicBool,
    dismissed: Arc<Notify>,
    _place: OwnedSemaphorePermit,
}

impl Seat {
    fn number(&self) -> MutexGuard<'_, Option<u64>> {
        self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        let (mut number, mut queue) = (self.number(), self.room.queue());
        let last = queue.next_number;
        queue.next_number += 1;
        *number = Some(last);
        queue.waiting.insert(last, Arc::clone(&self.dismissed));
        if std::mem::take(&mut queue.is_place_wanted) {
            queue.dismiss_oldest();
        }
    }

    /// The request is complete: from now on its client waits for us.
    pub fn has_request(&self) {
        if let Some(number) = self.number().take() {
            self.room.queue().waiting.remove(&number);
        }
    }

    /// The answer is complete, but perhaps not written.
    pub fn has_answer(&self) {
        self.is_answered.store(true, Ordering::Relaxed);
    }

    /// All that is there has been written: after an answer the connection waits for the next
    /// request.
    pub fn has_written(&self) {
        if self.is_answered.swap(false, Ordering::Relaxed) {
            self.has_request();
            self.wait();
        }
    }

    /// Returns when another client needs the place.
    pub async fn dismissed(&self) {
        loop {
            self.dismissed.notified().await;
            let number = self.number();
            let mut queue = self.room.queue();
            if number.is_some_and(|number| !queue.waiting.contains_key(&number)) {
                return;
            }
            // Its request has come meanwhile: it stays, and another goes.
            queue.dismiss_oldest();
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.has_request();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn poll<T>(future: impl Future<Output = T>) -> Poll<T> {
        pin!(future).poll(&mut Context::from_waker(Waker::noop()))
    }

    fn seat(room: &Arc<Room>) -> Arc<Seat> {
        match poll(room.seat()) {
            Poll::Ready(Some(seat)) => seat,
            _ => panic!("there is no place"),
        }
    }

    fn is_dismissed(seat: &Seat) -> bool {
        poll(seat.dismissed()).is_ready()
    }

    #[test]
    fn the_one_that_has_waited_longest_goes() {
        let room = Room::new(3);
        let seats = [seat(&room), seat(&room), seat(&room)];
        assert!(!seats.iter().any(|seat| is_dismissed(seat)));
        // The first has been answered since, so the second has waited longest.
        seats[0].has_request();
        seats[0].has_answer();
        seats[0].has_written();
        let mut next = Box::pin(room.seat());
        assert!(poll(next.as_mut()).is_pending());
        assert_eq!(seats.each_ref().map(|seat| is_dismissed(seat)), [false, true, false]);
        let [first, second, third] = seats;
        drop(second);
        assert!(poll(next.as_mut()).is_ready());
        drop((first, third));
    }

    #[test]
    fn those_who_have_a_request_stay_until_it_is_answered() {
        let room = Room::new(2);
        let seats = [seat(&room), seat(&room)];
        seats[0].has_request();
        seats[1].has_request();
        let mut next = Box::pin(room.seat());
        assert!(poll(next.as_mut()).is_pending());
        // An answer that is not written keeps its place as well.
        seats[0].has_answer();
        assert!(!is_dismissed(&seats[0]));
        seats[0].has_written();
        assert_eq!(seats.each_ref().map(|seat| is_dismissed(seat)), [true, false]);
        // One place was wanted, and is given.
        seats[1].has_answer();
        seats[1].has_written();
        assert!(!is_dismissed(&seats[1]));
    }

    #[test]
    fn a_request_that_comes_in_time_has_another_dismissed() {
        let room = Room::new(2);
        let seats = [seat(&room), seat(&room)];
        let mut next = Box::pin(room.seat());
        assert!(poll(next.as_mut()).is_pending());
        seats[0].has_request();
        assert!(!is_dismissed(&seats[0]));
        assert!(is_dismissed(&seats[1]));
    }
}
