import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import {
  type Category,
  type Length,
  type Revision,
  type Tone,
  type Tongue,
  versionsByCategory,
  wordsByCategory,
} from "../contract/writer-enums.ts";
import type { WritingFacts } from "./engine/writing-facts.ts";

/** What is to be written, as every engine takes it. */
export type WritingRequest = {
  category: Category;
  tongue: Tongue;
  tone: Tone;
  length: Length;
  season: SeasonKey | null;
  prompt: string;
  seed: number;
  facts: WritingFacts;
  /** The text to be written anew, and how; null for a new one. */
  revises: { change: Revision; headline: string; body: string } | null;
};

const revisedVersions = 2;

export const countVersions = ({ category, revises }: Pick<WritingRequest, "category" | "revises">): number =>
  revises ? revisedVersions : versionsByCategory[category];

/** The most words that are counted for an answer: they are set aside before it is written. */
export const countReservedWords = (
  request: Pick<WritingRequest, "category" | "length" | "revises">,
): number => countVersions(request) * wordsByCategory[request.category][request.length];
