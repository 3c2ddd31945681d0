import type { Json, Operation } from "./api-client.ts";

/** An ad's content: its field and value, the update mask, and the operations that must create other objects first. */
export type AdContent = {
  field: "responsiveSearchAd" | "demandGenVideoResponsiveAd";
  ad: Json;
  masks: readonly string[];
  before: Operation[];
  /** Set on the ad group's ad: which changes Google may make to it automatically. */
  settings: Json;
};

/** Texts as Google lists them, without repetitions: Google refuses duplicates. */
export function toTexts(texts: readonly string[]): { text: string }[] {
  const nonEmpty = texts.map((text) => text.trim()).filter((text) => text !== "");
  return [...new Set(nonEmpty)].map((text) => ({ text }));
}
