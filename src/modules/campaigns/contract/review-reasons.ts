/**
 * Kinds of reasons why platforms refuse ads, which we can explain in the merchant's language. Each has the terms that
 * occur in the platforms' own codes and sentences: Google's policy topics ("DESTINATION_NOT_WORKING"), the keys of
 * Meta's review feedback, and the sentences of Snapchat, TikTok and X. The first kind that matches, from top to bottom,
 * counts.
 */
const kinds = {
  gambling: ["gambl", "casino", "betting", "lotter"],
  alcohol: ["alcohol"],
  tobacco: ["tobacco", "cigarette", "vap"],
  weapons: ["weapon", "firearm", "explosive", "dangerous product"],
  drugs: ["drug", "recreational", "prescription"],
  adult: ["adult", "sexual", "nudity"],
  health: ["health", "medic", "weight loss", "cosmetic procedure", "supplement", "unproven treatment"],
  finance: ["financial", "get rich", "loan", "crypto", "investment"],
  politics: ["politic", "election", "social issue"],
  shocking: ["shocking", "violen", "hate", "discriminat", "sensitive event"],
  personal_attributes: ["personal attribute", "personal characteristic"],
  trademark: ["trademark", "brand infring", "counterfeit"],
  copyright: ["copyright", "intellectual property", "third party content"],
  destination: ["destination", "landing page", "broken link", "non functional", "website not", "url"],
  circumvention: ["circumvent", "cloaking", "evasive"],
  malware: ["malicious", "malware", "phishing", "unwanted software", "compromised"],
  misleading: [
    "mislead",
    "misrepresent",
    "decepti",
    "clickbait",
    "exaggerat",
    "unreliable claim",
    "false claim",
  ],
  writing: [
    "editorial",
    "punctuation",
    "capitali",
    "grammar",
    "spelling",
    "symbols",
    "unclear relevance",
    "gibberish",
  ],
  picture: [
    "image quality",
    "low quality",
    "blurr",
    "resolution",
    "silent video",
    "video quality",
    "text overlay",
  ],
  policy: ["polic", "guideline", "standards", "not meet", "prohibited"],
} as const;

export type ReviewReason = keyof typeof kinds;

/** The kind of a platform's reason; null when it is unknown, and then only the platform's own text is shown. */
export function toReviewReason(text: string): ReviewReason | null {
  const words = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const known = Object.entries(kinds).find(([, signs]) => signs.some((sign) => words.includes(` ${sign}`)));
  return known ? (known[0] as ReviewReason) : null;
}

export const reviewReasons = Object.keys(kinds) as ReviewReason[];
