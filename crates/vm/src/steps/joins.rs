//! Which threads the first one is about to join.

use allways_store::Id;
use std::collections::HashMap;
use std::rc::Rc;

/// Which threads the first one is about to join: by its record, what is shared, and who exists.
pub(crate) type Joins = HashMap<(Id, Id, Vec<u32>), Rc<[u32]>>;
