import { fold } from "#base/shared/fold.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { callsToAction, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { hookKinds, offerKinds, proofKinds } from "#modules/campaigns/contract/ad-structure.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { adStyles, adTypes, sectors } from "../contract/library-enums.ts";
import type { CsvLine } from "./parse-csv.ts";

/** The columns of an imported file, by the fields that they fill. */
export const importColumns = [
  "reference",
  "type",
  "link",
  "ad_day",
  "season",
  "style",
  "platform",
  "sector",
  "hook",
  "proof",
  "offer",
  "call_to_action",
  "editor",
  "writer",
  "notes",
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Columns whose cells are one of a list, by its key or by its name in either language. */
export const listedValues = {
  type: adTypes,
  season: seasonKeys,
  style: adStyles,
  platform: platforms,
  sector: sectors,
  hook: hookKinds,
  proof: proofKinds,
  offer: offerKinds,
  call_to_action: callsToAction,
} as const satisfies Partial<Record<ImportColumn, readonly string[]>>;
export type ListedColumn = keyof typeof listedValues;

/** Every name of a column or a value, in both languages. */
export type ImportNames = {
  columns: (column: ImportColumn) => readonly string[];
  values: (column: ListedColumn, value: string) => readonly string[];
};

type Cells = Record<ImportColumn, string>;
export type ImportRecord = { line: number; cells: Cells };

/** Columns that every file has. */
const required: readonly ImportColumn[] = ["reference", "type"];

/** Each line with its cells by column; `missing` names required columns that no heading names. */
export function readRecords(
  [head, ...lines]: readonly CsvLine[],
  names: Pick<ImportNames, "columns">,
): { records: ImportRecord[]; missing: ImportColumn[] } {
  const headings = (head?.cells ?? []).map(fold);
  const places = importColumns.map((column) => {
    const known = [column, ...names.columns(column)].map(fold);
    return [column, headings.findIndex((heading) => known.includes(heading))] as const;
  });
  const missing = required.filter((column) => places.some(([one, at]) => one === column && at < 0));
  const records = lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      places.map(([column, at]) => [column, (at < 0 ? "" : (cells[at] ?? "")).trim()]),
    ) as Cells,
  }));
  return { records, missing };
}

/**
 * A record as the fields of a row, still to be validated: values by their keys, an empty cell is none, and a day may be
 * written 2026-11-21 or 21/11/2026. A name that no list holds stays as it is and is refused by the validation.
 */
export function toFieldValues(
  { cells }: ImportRecord,
  names: Pick<ImportNames, "values">,
): Record<string, unknown> {
  const listed = (Object.keys(listedValues) as ListedColumn[]).map((column) => [
    column,
    cells[column] === "" ? null : findValue(column, cells[column], names),
  ]);
  return {
    ...cells,
    ...Object.fromEntries(listed),
    ad_day: cells.ad_day === "" ? null : toDay(cells.ad_day),
  };
}

function findValue(column: ListedColumn, cell: string, { values }: Pick<ImportNames, "values">): string {
  const typed = fold(cell);
  const list: readonly string[] = listedValues[column];
  return list.find((value) => [value, ...values(column, value)].some((name) => fold(name) === typed)) ?? cell;
}

function toDay(cell: string): string {
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(toLatinDigits(cell)) ?? [];
  return year === "" ? toLatinDigits(cell) : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
