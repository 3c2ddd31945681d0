import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

type Counted = { day: string; seconds: number; limit: number };

/** Counts seconds of a Riyadh day; false, and nothing is counted, where they would exceed the limit. */
export async function countSeconds(
  { tx, actor }: Context,
  { day, seconds, limit }: Counted,
): Promise<boolean> {
  const counted = await tx.run(sql`
    insert into speech.days (merchant_id, day, seconds)
    select ${actor.merchantId}, ${day}, ${seconds} where ${seconds}::int <= ${limit}::int
    on conflict (merchant_id, day) do update set seconds = days.seconds + ${seconds}
    where days.seconds + ${seconds}::int <= ${limit}::int`);
  return counted === 1;
}

/** Takes back the seconds of a recording that failed. */
export const returnSeconds = ({ tx, actor }: Context, { day, seconds }: Omit<Counted, "limit">) =>
  tx.run(sql`
    update speech.days set seconds = greatest(0, seconds - ${seconds})
    where merchant_id = ${actor.merchantId} and day = ${day}`);

/** Adds what a recording cost us, in millionths of a riyal. */
export const addCost = (
  { tx, actor }: Context,
  { day, costMicroSar }: { day: string; costMicroSar: number },
) =>
  tx.run(sql`
    update speech.days set cost_micro_sar = cost_micro_sar + ${costMicroSar}
    where merchant_id = ${actor.merchantId} and day = ${day}`);

export async function loadDaySeconds({ db, actor }: ReadContext, day: string): Promise<number> {
  const row = await db.maybeOne<{ seconds: number }>(sql`
    select seconds from speech.days where merchant_id = ${actor.merchantId} and day = ${day}`);
  return row?.seconds ?? 0;
}
