//! The packed policy file: bytes in, lookups out.
