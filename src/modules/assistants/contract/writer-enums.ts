/* Constants alone, which pages read without the validation library. */

/** What the digital writer writes. */
export const categories = [
  "ad_text",
  "headline",
  "video_script",
  "product_description",
  "whatsapp",
  "sms",
  "store_banner",
  "comment_reply",
  "season_greeting",
  "landing_page",
] as const;
export type Category = (typeof categories)[number];

/** How Arabic is written: as Saudis speak, a colloquial that every Arab reads, or standard Arabic. */
export const dialects = ["saudi", "white", "standard"] as const;
export type Dialect = (typeof dialects)[number];

/** What an answer is written in: one of the dialects, or English. */
export const tongues = [...dialects, "english"] as const;
export type Tongue = (typeof tongues)[number];

export const tones = ["warm", "playful", "formal", "direct"] as const;
export type Tone = (typeof tones)[number];

export const lengths = ["short", "medium", "long"] as const;
export type Length = (typeof lengths)[number];

/** What can be asked of one version, each as an answer of its own. */
export const revisions = ["improve", "shorten", "more_saudi", "translate"] as const;
export type Revision = (typeof revisions)[number];

/** `stopped`: the reader left or stopped it, and what was complete by then is kept. */
export const answerStatuses = ["writing", "done", "stopped", "failed"] as const;

/** Versions that an answer has side by side; a headline is short, so there are more of it. */
export const versionsByCategory: Record<Category, number> = {
  ad_text: 3,
  headline: 5,
  video_script: 2,
  product_description: 2,
  whatsapp: 3,
  sms: 3,
  store_banner: 3,
  comment_reply: 3,
  season_greeting: 3,
  landing_page: 1,
};

/**
 * The most words that one version may have, headline and body together: what is set aside before it is written, and where
 * a model's answer is cut.
 */
export const wordsByCategory: Record<Category, Record<Length, number>> = {
  ad_text: { short: 30, medium: 50, long: 90 },
  headline: { short: 8, medium: 8, long: 8 },
  video_script: { short: 60, medium: 100, long: 160 },
  product_description: { short: 60, medium: 110, long: 180 },
  whatsapp: { short: 40, medium: 65, long: 100 },
  sms: { short: 20, medium: 30, long: 45 },
  store_banner: { short: 15, medium: 20, long: 30 },
  comment_reply: { short: 30, medium: 45, long: 70 },
  season_greeting: { short: 30, medium: 50, long: 80 },
  landing_page: { short: 140, medium: 220, long: 340 },
};

/** The longest that a merchant may ask, in characters; a comment to be answered is pasted here. */
export const promptMax = 1_000;
/** Of a sentence that changes one choice of a plan. */
export const sentenceMax = 200;
/** The longest that a version's texts may be when the merchant edits them, in characters. */
export const headlineTextMax = 120;
export const bodyTextMax = 4_000;
/** The product's own rule for headlines. */
export const headlineLimit = 26;
