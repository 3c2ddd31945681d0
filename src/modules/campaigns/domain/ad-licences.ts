import { checkAdLaw } from "../contract/ad-law.ts";
import type { LicenceKind } from "../contract/ad-law-rules.ts";
import type { Problem, ProblemCode } from "../contract/problem.ts";
import { type AdTexts, listShownFields, type TextLimits } from "./shown-texts.ts";

/** A text of an ad with words that the ad law allows under a licence of this kind alone. */
export type LicenceNeed = { kind: LicenceKind; field: keyof AdTexts; words: string[] };

export function findLicenceNeeds(ad: AdTexts, limits: TextLimits): LicenceNeed[] {
  return findInTexts(ad, limits).flatMap(({ licence, field, words }) =>
    licence ? [{ kind: licence, field, words }] : [],
  );
}

/** A text of an ad with words that the ad law advises against; whether they go out is the merchant's decision. */
export type AdvisedWords = { rule: string; field: keyof AdTexts; words: string[] };

export function findAdvisedWords(ad: AdTexts, limits: TextLimits): AdvisedWords[] {
  return findInTexts(ad, limits).flatMap(({ rule, level, field, words }) =>
    level === "advise" ? [{ rule, field, words }] : [],
  );
}

const findInTexts = (ad: AdTexts, limits: TextLimits) =>
  listShownFields(ad, limits).flatMap(({ field, text }) =>
    checkAdLaw(text).map((finding) => ({ field, ...finding })),
  );

const missingCodes = {
  discount: "campaigns.discount_licence_missing",
  prize_draw: "campaigns.prize_draw_licence_missing",
  creator: "campaigns.creator_licence_missing",
} as const satisfies Record<LicenceKind, ProblemCode>;

/** A problem for each need that no licence answers. `valid`: the kinds of which the merchant has one that is valid today. */
export function checkLicences(needs: readonly LicenceNeed[], valid: ReadonlySet<LicenceKind>): Problem[] {
  return needs
    .filter(({ kind }) => !valid.has(kind))
    .map(({ kind, field, words }) => ({
      code: missingCodes[kind],
      field,
      params: { words: words.join("، ") },
    }));
}
