/** A stream of choices that is the same for the same words. */
export type Choices = {
  /** From 0 up to, not including, `count`. */
  below(count: number): number;
  /** The list in another order. */
  shuffle<Item>(list: readonly Item[]): Item[];
};

export function seededChoices(...words: (string | number)[]): Choices {
  let state = hash(words.join("\u0001"));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    shuffle(list) {
      const left = [...list];
      return list.flatMap(() => left.splice(below(left.length), 1));
    },
  };
}

/** A 32-bit number from a text; not for secrets. */
function hash(text: string): number {
  let mixed = 0xdeadbeef;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 2_654_435_761);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
