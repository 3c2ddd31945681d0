import type { Memory } from "./memory.ts";
import { type Random, seededRandom } from "./random.ts";

/** Identifiers from the seeded randomness: the same calls in the same order give the same ids. Not secret. */
export interface Ids {
  /** `ids.uuid("snapchat/campaign")`: a version 4 shaped UUID. */
  uuid(kind: string): string;
  /** A whole number with exactly this many digits, different for each call of the kind. */
  number(kind: string, digits: number): number;
  /** Letters and digits, for tokens and codes. */
  token(kind: string, length: number): string;
}

const hex = "0123456789abcdef";

export function makeIds(memory: Memory, seed: () => string): Ids {
  const counters = memory.state<Record<string, number>>("ids", () => ({}));
  const draw = (kind: string): Random => {
    const count = (counters[kind] ?? 0) + 1;
    counters[kind] = count;
    return seededRandom(seed(), "id", kind, count);
  };
  const randomText = (random: Random, alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[random.whole(0, alphabet.length - 1)]).join("");
  return {
    uuid(kind) {
      const digits = randomText(draw(kind), hex, 32);
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
    number(kind, digits) {
      // Steps of 1 to 40 from a seeded start: unique within the kind, and not simply 1, 2, 3.
      const count = (counters[kind] ?? 0) + 1;
      counters[kind] = count;
      const lowest = 10 ** (digits - 1);
      const begin = seededRandom(seed(), "number", kind).whole(lowest, lowest * 4);
      return begin + count * 41 - seededRandom(seed(), "step", kind, count).whole(0, 40);
    },
    token: (kind, length) => draw(kind).token(length),
  };
}
