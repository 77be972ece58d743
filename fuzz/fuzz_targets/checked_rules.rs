#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::holds("checked_rules", bytes));
