import { refuse } from "./errors.ts";

type Where = (string | number)[];

/** Wide East Asian characters count as two; Arabic and Latin letters count as one. */
function computeWidth(text: string): number {
  return [...text].reduce(
    (width, sign) =>
      width + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(sign) ? 2 : 1),
    0,
  );
}

export function checkWidth(text: string, width: number, at: Where): void {
  if (computeWidth(text) > width)
    refuse("adError", "LINE_TOO_WIDE", `A line is wider than ${width}.`, at, { trigger: text });
}

/** A list of an ad's texts: the number of texts, each within its width, no duplicates. */
export function checkTexts(
  list: unknown,
  limits: { min: number; max: number; width: number },
  at: Where,
): void {
  const texts = checkCount(list, limits, at) as { text?: string }[];
  const seen = new Set<string>();
  for (const [index, { text }] of texts.entries()) {
    const here = [...at, index, "text"];
    if (!text?.trim()) refuse("fieldError", "REQUIRED", "The required field was not present.", here);
    checkWidth(text, limits.width, here);
    if (seen.has(text))
      refuse("adError", "INVALID_INPUT", "The same text stands twice.", here, { trigger: text });
    seen.add(text);
  }
}

export function checkCount(list: unknown, limits: { min: number; max: number }, at: Where): unknown[] {
  const entries = Array.isArray(list) ? list : [];
  if (entries.length < limits.min)
    refuse("collectionSizeError", "TOO_FEW", `At least ${limits.min} are needed.`, at);
  if (entries.length > limits.max)
    refuse("collectionSizeError", "TOO_MANY", `At most ${limits.max} are allowed.`, at);
  return entries;
}
