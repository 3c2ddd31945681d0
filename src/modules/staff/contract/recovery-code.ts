/** Digits and letters that are not mistaken for each other (Crockford's base 32). */
export const recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
export const recoveryCodeLength = 10;

/** A recovery code as people type it (any case, with or without its hyphen, O for 0) in its one form; null for others. */
export function parseRecoveryCode(typed: string): string | null {
  const plain = typed
    .toLowerCase()
    .replace(/[\s\-–]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  const isWhole =
    plain.length === recoveryCodeLength && [...plain].every((one) => recoveryAlphabet.includes(one));
  return isWhole ? plain : null;
}

/** In two groups, as it is shown: `4k7mz-9xw2c`. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
