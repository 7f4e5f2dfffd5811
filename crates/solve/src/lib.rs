//! The fast path: layered enumeration and backward induction.
