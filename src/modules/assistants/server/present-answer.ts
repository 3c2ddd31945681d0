import type { Answer, AnswerSummary, Version } from "../contract/writer-shapes.ts";
import type { AnswerHead, AnswerRecord, VersionRecord } from "./answers.store.ts";

export const presentVersion = ({
  id,
  number,
  headline,
  body,
  is_favourite,
  edited_at,
}: VersionRecord): Version => ({
  id,
  number,
  headline,
  body,
  is_favourite,
  is_edited: edited_at !== null,
});

export const presentAnswer = (row: AnswerRecord, versions: readonly VersionRecord[]): Answer => ({
  ...presentRequest(row),
  revision:
    row.revises_version_id === null
      ? null
      : { version_id: row.revises_version_id, change: row.change as "improve" },
  facts: row.facts as Answer["facts"],
  versions: versions.map(presentVersion),
});

export const presentSummary = (row: AnswerHead): AnswerSummary => ({
  ...presentRequest(row),
  excerpt: row.excerpt,
  favourites: row.favourites,
});

const presentRequest = (row: AnswerRecord) => ({
  id: row.id,
  category: row.category as Answer["category"],
  tongue: row.tongue,
  tone: row.tone as Answer["tone"],
  length: row.length as Answer["length"],
  season: row.season as Answer["season"],
  prompt: row.prompt,
  product_id: row.product_id,
  product_name: row.product_name,
  status: row.status,
  engine: row.engine,
  words: row.words,
  created_at: row.created_at.toISOString(),
});
