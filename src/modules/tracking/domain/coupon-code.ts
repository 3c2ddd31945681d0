/**
 * A code as codes are compared. Stores take any case and some keep it in lower case (WooCommerce), so case does not
 * count, and neither do spaces around it nor the width of a letter.
 */
export function toCodeKey(code: string): string {
  return code.normalize("NFKC").trim().toUpperCase();
}
