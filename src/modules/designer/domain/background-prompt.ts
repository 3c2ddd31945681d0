import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { Style } from "../contract/designer-enums.ts";

type Wanted = {
  /** As the merchant wrote it: data, which the model only draws. */
  description: string;
  style: Style;
  season: SeasonKey | null;
};

const moods: Record<Style, string> = {
  calm: "quiet and refined, soft light",
  najdi: "earthy, the clay architecture and patterns of Najd",
  simple: "plain and bright, few objects",
};

/** What a picture model is asked for: an empty scene. Letters are set by the text engine, never painted. */
export function toBackgroundPrompt({ description, style, season }: Wanted): string {
  return [
    "A photographic background for an advertisement. Draw only the scene, without any product and without people.",
    `Scene, as a merchant described it: """${description.replaceAll('"""', "")}"""`,
    `Mood: ${moods[style]}.`,
    season ? `Season in Saudi Arabia: ${season.replaceAll("_", " ")}.` : "",
    "Keep it even and soft, with calm space where text is set later.",
    "No text at all: no letters, words, numbers, signs, labels, logos or watermarks, in any language.",
  ]
    .filter(Boolean)
    .join("\n");
}
