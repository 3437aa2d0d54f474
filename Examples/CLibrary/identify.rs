//! Prints the MIME type, the confidence and the path of each file.
//!
//!     rustc -L LIBDIR identify.rs

use std::ffi::{c_char, c_int, CStr, CString, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::ExitCode;
use std::ptr::{null_mut, NonNull};

/// The part of uniformtypes.h that the program uses.
mod ffi {
    use super::{c_char, c_int};

    #[repr(C)]
    pub struct Registry([u8; 0]);
    #[repr(C)]
    pub struct Verdict([u8; 0]);

    #[repr(C)]
    pub struct Error {
        pub status: i32,
        pub system_error: i32,
        pub message: [c_char; 504],
    }

    #[link(name = "uniformtypes")]
    extern "C" {
        pub fn utype_open_embedded(error: *mut Error) -> *mut Registry;
        pub fn utype_close(registry: *mut Registry);
        pub fn utype_identify_path(
            registry: *const Registry, path: *const c_char, options: u32, error: *mut Error,
        ) -> *mut Verdict;
        pub fn utype_verdict_free(verdict: *mut Verdict);
        pub fn utype_verdict_mime_type(verdict: *const Verdict) -> *const c_char;
        pub fn utype_verdict_confidence(verdict: *const Verdict) -> c_int;
        pub fn utype_confidence_name(confidence: c_int) -> *const c_char;
    }
}

/// An open registry, which threads can share.
struct Registry(NonNull<ffi::Registry>);

// The library allows the use of a registry from any number of threads.
unsafe impl Send for Registry {}
unsafe impl Sync for Registry {}

/// A verdict, which is valid without its registry.
struct Verdict(NonNull<ffi::Verdict>);

impl Registry {
    fn embedded() -> Option<Registry> {
        NonNull::new(unsafe { ffi::utype_open_embedded(null_mut()) }).map(Registry)
    }

    fn identify(&self, path: OsString) -> Result<Verdict, String> {
        let path = CString::new(path.into_vec()).map_err(|error| error.to_string())?;
        let mut error = ffi::Error { status: 0, system_error: 0, message: [0; 504] };
        let verdict =
            unsafe { ffi::utype_identify_path(self.0.as_ptr(), path.as_ptr(), 0, &mut error) };
        NonNull::new(verdict).map(Verdict).ok_or_else(|| {
            unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_string_lossy().into_owned()
        })
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        unsafe { ffi::utype_close(self.0.as_ptr()) }
    }
}

impl Verdict {
    fn mime_type(&self) -> &str {
        let text = unsafe { CStr::from_ptr(ffi::utype_verdict_mime_type(self.0.as_ptr())) };
        text.to_str().unwrap_or_default()
    }

    fn confidence(&self) -> &str {
        let text = unsafe {
            CStr::from_ptr(ffi::utype_confidence_name(ffi::utype_verdict_confidence(
                self.0.as_ptr(),
            )))
        };
        text.to_str().unwrap_or_default()
    }
}

impl Drop for Verdict {
    fn drop(&mut self) {
        unsafe { ffi::utype_verdict_free(self.0.as_ptr()) }
    }
}

fn main() -> ExitCode {
    let Some(registry) = Registry::embedded() else {
        eprintln!("the registry cannot be opened");
        return ExitCode::FAILURE;
    };
    let mut status = ExitCode::SUCCESS;
    for path in std::env::args_os().skip(1) {
        match registry.identify(path.clone()) {
            Ok(verdict) => println!(
                "{}\t{}\t{}",
                verdict.mime_type(),
                verdict.confidence(),
                String::from_utf8_lossy(path.as_bytes())
            ),
            Err(message) => {
                eprintln!("{message}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
