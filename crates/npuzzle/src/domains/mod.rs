//! The problems. Each one implements [`Domain`](crate::core::Domain) and knows nothing of searches.

pub mod tiles;
