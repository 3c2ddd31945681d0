import { type Db, empty, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { DifferenceKind } from "../../contract/enums.ts";

/** The only file that writes `finance.differences`. */
export type DifferenceRow = Row<"finance.differences"> & { kind: DifferenceKind };

/** What differs about one thing. `isSettled`: neither side changed so lately that the other may still follow. */
export type FoundDifference = Pick<DifferenceRow, "kind" | "source" | "reference" | "merchant_id"> & {
  day: RiyadhDay;
  ours: number | null;
  theirs: number | null;
  isSettled: boolean;
};

/** What was compared: of one Riyadh day, or of any. */
export type Subject = Pick<DifferenceRow, "source" | "reference"> & { day: RiyadhDay | null };

/** One comparison. Every open difference of these kinds about these subjects that is not among `found` is over. */
export type Comparison = {
  kinds: readonly DifferenceKind[];
  subjects: readonly Subject[];
  found: readonly FoundDifference[];
};

/** Records a comparison. The same one again changes nothing but the time of the check. */
export async function recordComparison(
  tx: Tx,
  { kinds, subjects, found }: Comparison,
  at: Date,
): Promise<void> {
  const keys = toKeys(found);
  await upsertFound(tx, found, at);
  const isOver = sql`
    resolved_at is null and kind = any(${[...kinds]}::text[])
    and exists (
      select 1 from unnest(${subjects.map(({ source }) => source)}::text[],
        ${subjects.map(({ reference }) => reference)}::text[], ${subjects.map(({ day }) => day)}::date[])
        as subject (source, reference, day)
      where subject.source = differences.source and subject.reference = differences.reference
        and (subject.day is null or subject.day = differences.day))
    and not exists (
      select 1 from (${keys}) found
      where (found.kind, found.source, found.reference, found.day)
        = (differences.kind, differences.source, differences.reference, differences.day))`;
  await tx.run(sql`
    update finance.differences set resolved_at = ${at}, checked_at = ${at} where is_settled and ${isOver}`);
  await tx.run(sql`delete from finance.differences where not is_settled and ${isOver}`);
}

const toKeys = (found: readonly FoundDifference[]) => sql`
  select * from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ source }) => source)}::text[],
    ${found.map(({ reference }) => reference)}::text[], ${found.map(({ day }) => day)}::date[])
    as input (kind, source, reference, day)`;

async function upsertFound(tx: Tx, found: readonly FoundDifference[], at: Date): Promise<void> {
  if (found.length === 0) return;
  await tx.run(sql`
    insert into finance.differences as known (kind, source, reference, day, merchant_id, ours_halalas, theirs_halalas,
      is_settled, first_seen_at, checked_at)
    select kind, source, reference, day, merchant_id, ours, theirs, is_settled, ${at}, ${at}
    from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ source }) => source)}::text[],
      ${found.map(({ reference }) => reference)}::text[], ${found.map(({ day }) => day)}::date[],
      ${found.map(({ merchant_id }) => merchant_id)}::text[], ${found.map(({ ours }) => ours)}::bigint[],
      ${found.map(({ theirs }) => theirs)}::bigint[], ${found.map(({ isSettled }) => isSettled)}::boolean[])
      as input (kind, source, reference, day, merchant_id, ours, theirs, is_settled)
    order by kind, source, reference, day
    on conflict (kind, source, reference, day) where resolved_at is null do update set
      merchant_id = coalesce(excluded.merchant_id, known.merchant_id), ours_halalas = excluded.ours_halalas,
      theirs_halalas = excluded.theirs_halalas, is_settled = known.is_settled or excluded.is_settled,
      checked_at = excluded.checked_at`);
}

/** Differences that are not over, settled or not, that no check has reached since then; in the order they were found. */
export function listUnchecked(
  db: Db,
  { since, after, size }: { since: Date; after: number; size: number },
): Promise<DifferenceRow[]> {
  return db.many<DifferenceRow>(sql`
    select * from finance.differences where resolved_at is null and checked_at < ${since} and id > ${after}
    order by id limit ${size}`);
}

/** What is shown: the newest first, before the given one. */
export function listOpenDifferences(
  db: Db,
  { kind, before, size }: { kind: DifferenceKind | null; before: number | null; size: number },
): Promise<DifferenceRow[]> {
  return db.many<DifferenceRow>(sql`
    select * from finance.differences where resolved_at is null and is_settled
      ${kind === null ? empty : sql`and kind = ${kind}`} ${before === null ? empty : sql`and id < ${before}`}
    order by id desc limit ${size}`);
}

/** How many are shown of each kind; kinds without any are left out. */
export function countOpenDifferences(db: Db): Promise<{ kind: DifferenceKind; count: number }[]> {
  return db.many<{ kind: DifferenceKind; count: number }>(sql`
    select kind, count(*) as count from finance.differences where resolved_at is null and is_settled
    group by kind order by kind`);
}
