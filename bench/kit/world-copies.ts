import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Row = { id: string };
type Hour = Row & { ad_id: string; hour: number; shown: Figures; waiting: Figures; period: number };
type Figures = Record<"impressions" | "clicks" | "spend" | "uniques", number>;
type Snapshot = { logs: Record<string, { file: string; bytes: number }> };

const hourMs = 3_600_000;
const none: Figures = { impressions: 0, clicks: 0, spend: 0, uniques: 0 };
/** Rows about people and files, not about campaigns. */
const skippedLogs = /\.(tokens|codes|request_tokens|uploads|requests|jobs|report-tasks|deliveries)$/;

/** A campaign in a sandbox's stored state, with our names of it: all these ids are replaced in a copy. */
type Template = {
  platform: string;
  words: readonly string[];
  /** The ids of rows that are the campaign's alone though they do not name it, captured where its rows name them. */
  owned: RegExp | null;
};

/**
 * A sandbox's state on disk while the sandbox is not running: copies a campaign with all its related rows, every id
 * replaced by another of its shape. Creating a thousand campaigns through the vendors' calls would take an hour because
 * of their rate limits.
 */
export function openWorld(folder: string) {
  const file = join(folder, "world.json");
  const snapshot = JSON.parse(readFileSync(file, "utf8")) as Snapshot;
  const toFilePath = (name: string) => join(folder, snapshot.logs[name]?.file ?? "");
  const readLines = (name: string) =>
    readFileSync(toFilePath(name))
      .subarray(0, snapshot.logs[name]?.bytes)
      .toString("utf8")
      .split("\n")
      .filter(Boolean);

  return {
    /** Adds this many copies, each with `days` of figures up to `now`; returns the new id of each id in each copy. */
    copy(
      { platform, words, owned }: Template,
      copies: number,
      days: number,
      now: Date,
    ): Map<string, string>[] {
      const names = Object.keys(snapshot.logs).filter(
        (name) => name.startsWith(`${platform}.`) && !skippedLogs.test(name),
      );
      const all = names.flatMap((name) => readLines(name).map((line) => ({ name, line })));
      const named = related(all, new Set(words));
      const ownedIds = named.lines.flatMap(({ line }) =>
        owned ? [...line.matchAll(owned)].flatMap(([, id]) => id ?? []) : [],
      );
      const rows = ownedIds.length === 0 ? named : related(all, new Set([...words, ...ownedIds]));
      const hours = readLines(`${platform}.deliveries`).map((line) => JSON.parse(line) as Hour);
      const shown = samples(
        hours.filter(({ ad_id }) => ad_id.match(toPattern(rows.words))),
        now,
      );
      const renamings = Array.from({ length: copies }, () => renamed(rows.words));
      for (const renaming of renamings) {
        const rename = renamer(renaming);
        for (const { name, line } of rows.lines) appendFileSync(toFilePath(name), `${rename(line)}\n`);
        const figures = [...shown].map(([adId, day]) => linesFor(rename(adId), day, days, now));
        appendFileSync(toFilePath(`${platform}.deliveries`), figures.join(""));
      }
      return renamings;
    },
    close() {
      for (const [name, log] of Object.entries(snapshot.logs)) log.bytes = statSync(toFilePath(name)).size;
      writeFileSync(file, JSON.stringify(snapshot));
    },
  };
}

type Line = { name: string; line: string };

/** The rows that contain these ids, the ids of such rows, and so on. */
function related(all: readonly Line[], first: ReadonlySet<string>) {
  const words = new Set(first);
  const lines = new Set<Line>();
  for (let before = -1; before < words.size; ) {
    before = words.size;
    const pattern = toPattern(words);
    for (const row of all) {
      if (lines.has(row) || !row.line.match(pattern)) continue;
      lines.add(row);
      const { id } = JSON.parse(row.line) as Row;
      // An id composed of ids follows them.
      if (!id.match(pattern)) words.add(id);
    }
  }
  return { words, lines: [...lines] };
}

/** Whole words only: not inside longer ones. */
const toPattern = (words: Iterable<string>) =>
  new RegExp(
    `(?<![A-Za-z0-9])(${[...words].sort((one, other) => other.length - one.length).join("|")})(?![A-Za-z0-9])`,
    "g",
  );

const renamer = (renaming: ReadonlyMap<string, string>) => {
  const pattern = toPattern(renaming.keys());
  return (text: string) => text.replace(pattern, (word) => renaming.get(word) ?? word);
};

let counter = 0;

/** Another id of the same shape for each: digits stay digits, hexadecimal stays hexadecimal. */
function renamed(words: ReadonlySet<string>): Map<string, string> {
  return new Map([...words].map((word) => [word, generateSimilarId(word)]));
}

function generateSimilarId(word: string): string {
  counter += 1;
  const [radix, digits] = /^\d+$/.test(word) ? [10, 7] : word.length <= 8 ? [36, word.length - 1] : [16, 7];
  return word.slice(0, -digits) + (counter + 100_000).toString(radix).padStart(digits, "0").slice(-digits);
}

/** What each ad did in each hour of the last whole day, by the hour of the day; an ad without data takes another's. */
function samples(hours: readonly Hour[], now: Date): Map<string, Map<number, Figures>> {
  const dayMs = 24 * hourMs;
  const end = Math.floor((now.getTime() + 3 * hourMs) / dayMs) * dayMs - 3 * hourMs;
  const ads = new Map<string, Map<number, Figures>>();
  for (const { ad_id, hour, shown, waiting } of hours) {
    const day = ads.get(ad_id) ?? new Map<number, Figures>();
    ads.set(ad_id, day);
    if (hour >= end - dayMs && hour < end) day.set((hour / hourMs) % 24, added(shown, waiting));
  }
  const busy = [...ads.values()].find((day) => day.size > 12);
  if (!busy) throw new Error("the campaign that is copied was never shown");
  return new Map([...ads].map(([adId, day]) => [adId, day.size > 12 ? day : busy]));
}

const added = (one: Figures, other: Figures): Figures => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  spend: one.spend + other.spend,
  uniques: one.uniques + other.uniques,
});

/**
 * Every hour of the last two days, and every fourth before: the product reads those by the day, however many rows there
 * are.
 */
function linesFor(adId: string, day: ReadonlyMap<number, Figures>, days: number, now: Date): string {
  const last = Math.floor(now.getTime() / hourMs);
  let lines = "";
  for (let hour = last - days * 24; hour <= last; hour += 1) {
    const shown = day.get(hour % 24);
    if (!shown || (hour < last - 48 && hour % 4 !== 0)) continue;
    const at = hour * hourMs;
    lines += `${JSON.stringify({ id: `${adId}|${at}`, ad_id: adId, hour: at, shown, waiting: none, period: 0 })}\n`;
  }
  return lines;
}
