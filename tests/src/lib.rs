//! What the end-to-end tests share: a local server for the built page, and a browser to open it in.
//!
//! A test reads like this:
//!
//! ```ignore
//! let site = Site::built()?.truncate("embed/policies/2x2_to_8.policy", 40)?.serve().await?;
//! let browser = Browser::open(Device::PHONE).await?;
//! browser.goto(&site.url("#/play")).await?;
//! browser.wait_for_text("[role=alert]", "truncated").await?;
//! browser.assert_quiet().await?;
//! ```

#[cfg(feature = "browser")]
pub mod browser;
#[cfg(feature = "browser")]
mod device;
#[cfg(feature = "browser")]
mod driver;
#[cfg(feature = "browser")]
mod engine;
#[cfg(feature = "browser")]
mod evidence;
#[cfg(feature = "browser")]
pub mod measure;
#[cfg(feature = "browser")]
pub mod site;
#[cfg(feature = "browser")]
pub mod solving;
