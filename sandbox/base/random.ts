/**
 * Randomness keyed by words: `random(seed, "clicks", adId, slot)` is the same stream wherever and whenever it is
 * created. No stream is shared, so the order and the speed of events never change the world.
 */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(list: readonly Item[]): Item;
  /** Picks by weight; weights need not add up to one. */
  weighted<Item>(list: readonly (readonly [Item, number])[]): Item;
  /** How many of something rare happen when `mean` are expected. */
  poisson(mean: number): number;
  /** A normal distribution around 0 with standard deviation 1. */
  gaussian(): number;
  /** Letters and digits. */
  token(length: number): string;
}

/** The stream of these words. */
export function seededRandom(...words: (string | number)[]): Random {
  const [a, b] = hash(words.join("\u0001"));
  return makeRandom(mulberry(a ^ Math.imul(b, 0x9e3779b1)));
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function makeRandom(next: () => number): Random {
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    gaussian,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error("nothing to pick from");
      return list[Math.floor(next() * list.length)] as (typeof list)[number];
    },
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of list) {
        left -= weight;
        if (left < 0) return item;
      }
      const last = list.at(-1);
      if (!last) throw new Error("nothing to pick from");
      return last[0];
    },
    token: (length) => Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join(""),
    poisson: (mean) => poisson(mean, next, gaussian),
  };
}

function poisson(mean: number, next: () => number, gaussian: () => number): number {
  if (mean <= 0) return 0;
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian()));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = next(); product > limit; product *= next()) count += 1;
  return count;
}

/** Two independent 32-bit numbers from a text (a multiply-and-mix hash; not for secrets). */
export function hash(text: string): [number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return [a >>> 0, b >>> 0];
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
