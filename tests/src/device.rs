//! The device on which a page is shown.

/// The window of the browser, and the preferences of its user.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Width of the page in CSS pixels.
    pub width: u32,
    /// Height of the page in CSS pixels.
    pub height: u32,
    /// Whether it is a phone, with touch input and the viewport of a mobile browser.
    pub phone: bool,
    /// Whether the user prefers dark colours.
    pub dark: bool,
    /// Whether the user prefers reduced motion.
    pub reduced_motion: bool,
}

impl Device {
    /// A desktop window with light colours.
    pub const DESKTOP: Self =
        Self { width: 1280, height: 900, phone: false, dark: false, reduced_motion: false };

    /// A phone in portrait orientation with light colours.
    pub const PHONE: Self = Self { width: 390, height: 844, phone: true, ..Self::DESKTOP };

    /// Returns the same device with dark colours.
    #[must_use]
    pub const fn dark(self) -> Self {
        Self { dark: true, ..self }
    }

    /// Returns the same device with reduced motion.
    #[must_use]
    pub const fn reduced_motion(self) -> Self {
        Self { reduced_motion: true, ..self }
    }
}
