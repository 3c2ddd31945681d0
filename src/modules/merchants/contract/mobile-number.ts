/**
 * Parses a Saudi mobile number in any form people type it (05…, 5…, 966…, +966…, 00966…, Arabic-Indic or Persian
 * digits, spaces, dashes, brackets, direction marks) to `+9665XXXXXXXX`; null for everything else: landlines, other
 * countries, ranges that are not issued, a digit too many or too few. Words around it are refused. Ranges: the
 * numbering plan as libphonenumber's metadata has it (052 is not issued, 579 only up to 5798).
 */
export function parseSaudiMobile(text: string): string | null {
  const match = /^(?:\+966|00966|966)?0?(5\d{8})$/.exec(toPlainDigits(text));
  const national = match?.[1];
  return national !== undefined && issued.test(national) ? `+966${national}` : null;
}

const issued = /^(?:579[0-8]\d{5}|5(?:[013-689]\d|7[0-8])\d{6})$/;

/**
 * Latin digits and a leading plus, without separators and invisible direction marks. Anything else stays, and is
 * refused.
 */
function toPlainDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/[\s().\-\u2010-\u2015\u2212]/g, "");
}

/** "+966501234567" in national form: "050 123 4567". Show it left to right in its own isolation. */
export function formatNational(mobile: string): string {
  return `0${mobile.slice(4, 6)} ${mobile.slice(6, 9)} ${mobile.slice(9)}`;
}

/**
 * The text of the field while the merchant types: a complete number in national groups, anything else as typed. Never
 * changes what the number means.
 */
export function formatWhileTyping(typed: string): string {
  const mobile = parseSaudiMobile(typed);
  return mobile === null ? typed : formatNational(mobile);
}
