//! Large values in the props of components.

use std::ops::Deref;
use std::rc::Rc;

/// A reference-counted value that equals another only if both are the same allocation.
///
/// Yew compares props to decide whether a component renders again; this comparison is cheap.
pub struct SharedProp<T>(Rc<T>);

impl<T> SharedProp<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> From<&Rc<T>> for SharedProp<T> {
    fn from(value: &Rc<T>) -> Self {
        Self(value.clone())
    }
}

impl<T> Clone for SharedProp<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> PartialEq for SharedProp<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for SharedProp<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
