import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { Category, Length, Tone, Tongue } from "../contract/writer-enums.ts";

/** What stands in the chips above the thread. */
export type Choices = {
  product: { id: string; name: string; image_url: string | null } | null;
  category: Category;
  tongue: Tongue;
  tone: Tone;
  length: Length;
  season: SeasonKey | null;
};

export const firstChoices: Choices = {
  product: null,
  category: "ad_text",
  tongue: "saudi",
  tone: "warm",
  length: "medium",
  season: null,
};
