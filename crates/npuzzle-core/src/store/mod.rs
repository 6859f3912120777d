//! Data structures that know nothing of any problem.

pub mod bits;
pub mod bucket_queue;
pub mod bytes;
pub mod census;
pub mod claim;
pub mod instructions;
pub mod key;
pub mod mailbox;
pub mod paged;
pub mod path_set;
pub mod prefetch;
pub mod rendezvous;
pub mod state_table;
mod sync;
pub mod table_file;
pub mod work_queue;
pub mod zeroed;
