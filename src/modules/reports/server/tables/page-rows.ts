import type { Metric } from "#modules/figures/contract/metrics.ts";
import type { TableRow } from "../../contract/report-table.calls.ts";

type Order = { sort: Metric | "key"; order: "asc" | "desc"; metrics: readonly Metric[] };

/** Rows in an order that has no ties; rows without a value come last in both directions. */
export function sortRows(rows: readonly TableRow[], order: Order): TableRow[] {
  return rows.toSorted((one, other) => compareRows(toPlace(one, order), toPlace(other, order), order));
}

/** A row's place in the order: its value and its key. */
type Place = readonly [value: number | string | null, key: string];

function toPlace({ key, values }: TableRow, { sort, metrics }: Order): Place {
  return [sort === "key" ? key : (values[metrics.indexOf(sort)] ?? null), key];
}

function compareRows([one, oneKey]: Place, [other, otherKey]: Place, { order }: Order): number {
  const byKey = oneKey < otherKey ? -1 : oneKey > otherKey ? 1 : 0;
  if (one === other) return byKey;
  if (one === null) return 1;
  if (other === null) return -1;
  return (one < other ? -1 : 1) * (order === "asc" ? 1 : -1);
}

/**
 * The rows after a cursor. A cursor holds the place of the last row of its page, so that rows which come or go before it
 * move nothing.
 */
export function pageRows(
  sorted: readonly TableRow[],
  { size, after, ...order }: Order & { size: number; after: string | undefined },
): { rows: TableRow[]; next: string | null } {
  const cursor = after === undefined ? null : decodePlace(after);
  const start = cursor ? sorted.findIndex((row) => compareRows(toPlace(row, order), cursor, order) > 0) : 0;
  const rows = start < 0 ? [] : sorted.slice(start, start + size);
  const last = rows.at(-1);
  const hasMore = start >= 0 && start + size < sorted.length;
  return { rows, next: last && hasMore ? encodePlace(toPlace(last, order)) : null };
}

const encodePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString("base64url");

/** A cursor that is not ours is ignored. */
function decodePlace(text: string): Place | null {
  try {
    const [value, key] = JSON.parse(Buffer.from(text, "base64url").toString()) as [unknown, unknown];
    const isValue = value === null || typeof value === "number" || typeof value === "string";
    return isValue && typeof key === "string" ? [value as Place[0], key] : null;
  } catch {
    return null;
  }
}
