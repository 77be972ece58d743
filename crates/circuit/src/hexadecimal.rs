/// Bytes, such as those of a hash, as two hexadecimal digits each.
///
/// ```
/// assert_eq!(spielbaum_circuit::hexadecimal(&[0, 10, 255]), "000aff");
/// ```
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
