/** The shortest word that is taken for another one that differs by a letter. */
const wordMin = 4;
const article = /^ال(?=.{4})/;

const withoutArticle = (word: string) => word.replace(article, "");

/** Whether two words differ by at most one letter: another one, one more or less, or two next to each other swapped. */
export function isOneLetterApart(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [[...one], [...other]] : [[...other], [...one]];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join("");
  if (longer.length > shorter.length) return rest(shorter, start) === rest(longer, start + 1);
  if (rest(shorter, start + 1) === rest(longer, start + 1)) return true;
  const isSwapped = shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start];
  return isSwapped && rest(shorter, start + 2) === rest(longer, start + 2);
}

/** Whether a stored word, or its beginning, is what somebody meant who typed `typed`. Both are folded. */
export function isMeantBy(typed: string, stored: string): boolean {
  if (stored.includes(typed)) return true;
  if (/[0-9]/.test(typed)) return false;
  const [bareTyped, bareStored] = [withoutArticle(typed), withoutArticle(stored)];
  if (bareTyped.length < wordMin) return false;
  const beginnings = [bareTyped.length - 1, bareTyped.length, bareTyped.length + 1].map((length) =>
    bareStored.slice(0, length),
  );
  return beginnings.some((beginning) => isOneLetterApart(bareTyped, beginning));
}

/** Whether the text has every typed word, anywhere in a word of its own. Both are folded. */
export const holdsWords = (typed: string, text: string): boolean =>
  typed.split(" ").every((word) => text.includes(word));

/** Whether every typed word is meant by some word of the text, each spelt with at most one mistake. Both are folded. */
export function matchesNearly(typed: string, text: string): boolean {
  const words = text.split(" ");
  return typed.split(" ").every((word) => words.some((stored) => isMeantBy(word, stored)));
}
