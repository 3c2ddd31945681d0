/** The duration of a review, in minutes of the world's clock. */
const REVIEW_MINUTES = 5;

/** Words that cause a rejection, and the policy that the review names; each platform's README lists them. */
const TRIGGER_WORDS: Record<string, string> = {
  "guaranteed profit": "Misleading financial claims are not allowed.",
  "ربح مضمون": "Misleading financial claims are not allowed.",
  casino: "Gambling is not allowed in this country.",
  قمار: "Gambling is not allowed in this country.",
  "miracle cure": "Health claims must be supported by evidence.",
  "علاج سحري": "Health claims must be supported by evidence.",
  "reject me": "The advertisement does not meet the advertising policies.",
  ارفضني: "The advertisement does not meet the advertising policies.",
};

export type Review = { status: "PENDING" | "APPROVED" | "REJECTED"; reasons: string[] };

/** The review result so far of something submitted at `submitted` (ms) that shows `text`. */
export function decideReview(submitted: number, text: string, now: Date): Review {
  if (now.getTime() < submitted + REVIEW_MINUTES * 60_000) return { status: "PENDING", reasons: [] };
  const shown = text.toLowerCase();
  const reasons = Object.entries(TRIGGER_WORDS)
    .filter(([word]) => shown.includes(word))
    .map(([, reason]) => reason);
  return reasons.length > 0 ? { status: "REJECTED", reasons } : { status: "APPROVED", reasons: [] };
}
