/**
 * Visible characters: letters, digits, punctuation, symbols, and code points that Unicode has not assigned yet. Not
 * visible: spaces of any kind, controls, combining marks without a base, fillers and selectors that are drawn as
 * nothing (Default_Ignorable_Code_Point), and two blank symbols (U+2800, U+1D159).
 */
const visible = /(?![\p{DI}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

/** Controls other than tab and line ends; directional embeddings, overrides and isolates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unwanted = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Invisible at the ends of a text. Not the selectors and tags that end some emoji. */
const isEdge = (char: string) =>
  /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060\u2800\u3164\uffa0]/.test(char);

/** Whether the text has any visible character. */
export const isVisible = (text: string): boolean => visible.test(text);

/**
 * Text as it is stored: without controls, without invisible characters at its ends, and empty when nothing is visible.
 * Directional controls are removed everywhere: an unclosed one reorders the text beside it, and an override shows other
 * words than are stored; the place that shows a text decides its direction. Joiners within words (Persian, emoji) and
 * the marks LRM, RLM and ALM stay.
 */
export function cleanText(text: string): string {
  if (!isVisible(text)) return "";
  const cleaned = text.replace(unwanted, "");
  let start = 0;
  let end = cleaned.length;
  while (isEdge(cleaned.charAt(start))) start += 1;
  while (isEdge(cleaned.charAt(end - 1))) end -= 1;
  return cleaned.slice(start, end);
}
