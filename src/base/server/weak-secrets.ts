/** Words from examples and placeholders; none of them adds to a secret's strength. */
const commonWords =
  /secret|passwor[dt]|changeme|webhook|example|sandbox|placeholder|default|development|production|token|rawaj|moyasar|salla|zid|shopify|qwerty|letmein|admin|test/gi;

/**
 * Minimum entropy in bits over the mix of characters; sixteen random hexadecimal digits have about fifty by this
 * measure.
 */
const minBits = 40;

/**
 * Why 32 bytes are not a random key, or null when nothing indicates it. A random key is refused less than once in
 * 10^12.
 */
export function findKeyWeakness(key: Uint8Array): string | null {
  const bytes = [...key];
  if (new Set(bytes).size < bytes.length / 2) return "repeats the same few bytes";
  if (isRepeated(bytes)) return "repeats itself";
  if (isSequence(bytes)) return "is a sequence";
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is text, not random bytes";
  return null;
}

/** Why a secret, of our own making or a vendor's, can be guessed; null when nothing indicates it. */
export function findSecretWeakness(secret: string, minLength: number): string | null {
  if (secret.length < minLength) return `must have at least ${minLength} characters`;
  const characters = [...secret].map((character) => character.codePointAt(0) ?? 0);
  if (isRepeated(characters)) return "repeats itself";
  if (isSequence(characters)) return "is a sequence";
  const rest = secret.replace(commonWords, "").replace(/[\s_.:-]/g, "");
  if (rest.length < minLength / 2 || computeEntropyBits(rest) < minBits) return "is not random enough";
  if (computeWordShare(secret) > 0.75) return "is made of words";
  return null;
}

/** A short pattern repeated: "abcabcabc". */
function isRepeated(values: readonly number[]): boolean {
  for (let period = 1; period <= values.length / 2; period += 1) {
    if (values.every((value, at) => at < period || value === values[at - period])) return true;
  }
  return false;
}

/** Most steps from one character to the next are equal: "abcdefgh", "00 01 02", "13579". */
function isSequence(values: readonly number[]): boolean {
  const steps = new Map<number, number>();
  for (const [at, value] of values.slice(1).entries()) {
    const step = value - (values[at] ?? 0);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  return Math.max(0, ...steps.values()) > values.length / 2;
}

/** Shannon entropy over the characters as they occur. */
function computeEntropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return bits;
}

/** The share of letters and digits in pronounceable runs: four letters or more, in one case, with vowels. */
function computeWordShare(text: string): number {
  const runs = text.match(/[A-Za-z]{4,}/g) ?? [];
  const words = runs.filter(
    (run) => /^([A-Z]?[a-z]+|[A-Z]+)$/.test(run) && /[aeiouy]/i.test(run) && !/[^aeiouy]{3}/i.test(run),
  );
  const length = text.replace(/[^\p{L}\p{N}]/gu, "").length;
  return words.join("").length / Math.max(1, length);
}
