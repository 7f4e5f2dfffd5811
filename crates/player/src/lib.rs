//! A replay as a pure reducer: no DOM, no clock.
