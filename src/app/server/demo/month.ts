import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { brotliDecompress, createBrotliDecompress } from "node:zlib";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";

/**
 * The demo store's month as `scripts/make-demo-data.ts` wrote it: one JSON value a line, compressed. Its times are those
 * of the month that was lived through, its merchant is `demoMerchantId`.
 */
export type MonthLine = MonthHead | MonthRows | MonthFile;

/** The first line. */
export type MonthHead = {
  kind: "month";
  /** The business time at which it ended, ISO. */
  endedAt: string;
  /** The newest migration when it was written; later ones run on its rows. */
  lastMigration: string;
};
/** Rows of a table by their columns; generated columns are left out. */
export type MonthRows = { kind: "rows"; table: string; columns: string[]; rows: object[] };
/** An object of the media library, in base64. */
export type MonthFile = { kind: "file"; key: string; content: string };

export const monthFile = new URL("../../../../db/demo/month.jsonl.br", import.meta.url);

const decompress = promisify(brotliDecompress);

/** The lines as texts, so that each is parsed when it is its turn; the first is the head. */
export async function readMonth(): Promise<{ head: MonthHead; lines: string[] }> {
  const text = (await decompress(await readFile(monthFile))).toString("utf8");
  const [first = "", ...lines] = text.split("\n").filter((line) => line !== "");
  return { head: JSON.parse(first) as MonthHead, lines };
}

/** The head alone: nothing else is decompressed. */
export async function readMonthHead(): Promise<MonthHead> {
  const input = createReadStream(monthFile);
  try {
    for await (const line of createInterface({ input: input.pipe(createBrotliDecompress()) }))
      return JSON.parse(line) as MonthHead;
  } finally {
    input.destroy();
  }
  throw new Error(`${monthFile} is empty`);
}

/**
 * The same text some days later: every calendar day in it, alone or at the beginning of an instant, is moved. Clock
 * times stay, because Riyadh has no summer time.
 */
export function moveDays(text: string, days: number): string {
  if (days === 0) return text;
  const moved = new Map<string, string>();
  return text.replace(/(?<!\d)20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/g, (day) => {
    const known = moved.get(day) ?? addDays(day as RiyadhDay, days);
    moved.set(day, known);
    return known;
  });
}
