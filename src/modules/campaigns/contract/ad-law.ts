import { fold } from "#base/shared/fold.ts";
import { type AdLawRule, adLawRules, type LicenceKind } from "./ad-law-rules.ts";

export type AdLawFinding = {
  /** Names its texts too. */
  rule: string;
  level: AdLawRule["level"];
  licence: LicenceKind | null;
  /** The words that it met, whole and as they are written. */
  words: string[];
};

/** The rules that a text touches, those that block first. */
export function checkAdLaw(text: string): AdLawFinding[] {
  const { folded, readAt } = foldByWord(text);
  const findings = adLawRules.flatMap(({ key, level, licence, patterns }) => {
    const words = patterns.flatMap((pattern) =>
      [...folded.matchAll(pattern)].map(({ 0: met, index }) => readAt(index, index + met.length)),
    );
    return words.length > 0 ? [{ rule: key, level, licence, words: [...new Set(words)] }] : [];
  });
  return findings.sort((one, other) => Number(other.level === "block") - Number(one.level === "block"));
}

/** The folded text, and what is written at a part of it: whole words, without the marks around them. */
function foldByWord(text: string) {
  const words = text.split(/\s+/).map((written) => ({ written, folded: fold(written).replace(/٪/g, "%") }));
  let end = -1;
  const placed = words
    .filter(({ folded }) => folded !== "")
    .map((word) => {
      const start = end + 1;
      end = start + word.folded.length;
      return { ...word, start, end };
    });
  const readAt = (from: number, to: number) =>
    placed
      .filter((word) => word.start < to && word.end > from)
      .map(({ written }) => written)
      .join(" ")
      .replace(/^[^\p{L}\p{N}%٪]+|[^\p{L}\p{N}\p{M}%٪]+$/gu, "");
  return { folded: placed.map(({ folded }) => folded).join(" "), readAt };
}

export type Licence = { kind: LicenceKind; number: string; starts_on: string; ends_on: string };

/** A licence number as authorities write them: letters, digits and separators, with at least four digits. */
const numberShape = /^[\p{L}\p{N}][\p{L}\p{N}/\-_. ]{2,38}[\p{L}\p{N}]$/u;

export const isLicenceNumber = (number: string): boolean =>
  numberShape.test(number) && (number.match(/\p{N}/gu)?.length ?? 0) >= 4;

/** Why a licence does not allow an ad on a Riyadh day; null when it does. */
export function findLicenceProblem(
  { number, starts_on, ends_on }: Licence,
  today: string,
): "number" | "dates" | null {
  if (!isLicenceNumber(number)) return "number";
  return starts_on <= today && today <= ends_on ? null : "dates";
}
