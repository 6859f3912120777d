//! What the leader says to the others.

use serde::{Deserialize, Serialize};

/// What is to be done.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Ask a question together with the leader.
    Together {
        /// The first of its channels.
        channel: u16,
        /// What the command needs to know beside its arguments.
        text: String,
    },
    /// Take boards as they are handed out.
    Deal {
        /// The first of its channels.
        channel: u16,
        /// What the command needs to know beside its arguments.
        text: String,
    },
    /// Stop the search: the user has interrupted it.
    Stop,
    /// The question is answered.
    Over,
    /// All is done.
    End,
}

/// What the others say to the leader when they have come to the end of a question.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The first channel of the question.
    pub channel: u16,
    /// Why the process could not take part.
    pub refusal: Option<String>,
}

impl Order {
    /// The order as a message.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a message; what cannot be read is the end.
    pub fn read(message: &[u8]) -> Self {
        serde_json::from_slice(message).unwrap_or(Self::End)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_travel() {
        let order = Order::Together { channel: 3, text: "{\"board\":[]}".to_owned() };
        assert_eq!(Order::read(&order.to_bytes()), order);
        assert_eq!(Order::read(&Order::Stop.to_bytes()), Order::Stop);
        assert_eq!(Order::read(b""), Order::End);
    }
}
