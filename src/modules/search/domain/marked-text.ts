import { fold } from "#base/shared/fold.ts";

export type TextPart = { text: string; isMarked: boolean };

/** The text in parts, those marked that hold what was typed, however either is written. */
export function markText(text: string, typed: string): TextPart[] {
  const letters = Array.from(text);
  // Each letter's own folded form, which may be none or several letters, and where it ends in the folded text.
  const folded = letters.map((letter) => (/\s/.test(letter) ? " " : fold(letter)));
  const marked = letters.map(() => false);
  const starts: number[] = [];
  const whole = folded.reduce((before, one) => {
    starts.push(before.length);
    return before + one;
  }, "");
  for (const word of fold(typed).split(" ").filter(Boolean)) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
      for (const [index, start] of starts.entries())
        if (start >= at && start < at + word.length) marked[index] = true;
  }
  return letters.reduce<TextPart[]>((parts, letter, index) => {
    const last = parts.at(-1);
    const isMarked = marked[index] ?? false;
    if (last?.isMarked === isMarked) last.text += letter;
    else parts.push({ text: letter, isMarked });
    return parts;
  }, []);
}
