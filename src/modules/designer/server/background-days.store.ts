import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

/** Counts a background of a Riyadh day; false, and nothing is counted, where the day has as many as the limit. */
export async function countBackground(
  { tx, actor }: Context,
  { day, limit }: { day: string; limit: number },
): Promise<boolean> {
  const counted = await tx.run(sql`
    insert into designer.background_days (merchant_id, day, backgrounds)
    select ${actor.merchantId}, ${day}, 1 where ${limit}::int >= 1
    on conflict (merchant_id, day) do update set backgrounds = background_days.backgrounds + 1
    where background_days.backgrounds < ${limit}::int`);
  return counted === 1;
}

/** Takes back one that was not made. */
export const returnBackground = ({ tx, actor }: Context, day: string) =>
  tx.run(sql`
    update designer.background_days set backgrounds = greatest(0, backgrounds - 1)
    where merchant_id = ${actor.merchantId} and day = ${day}`);

/** Adds what one cost us, in millionths of a riyal. */
export const addBackgroundCost = (
  { tx, actor }: Context,
  { day, costMicroSar }: { day: string; costMicroSar: number },
) =>
  tx.run(sql`
    update designer.background_days set cost_micro_sar = cost_micro_sar + ${costMicroSar}
    where merchant_id = ${actor.merchantId} and day = ${day}`);

export async function loadDayBackgrounds({ db, actor }: ReadContext, day: string): Promise<number> {
  const row = await db.maybeOne<{ backgrounds: number }>(sql`
    select backgrounds from designer.background_days where merchant_id = ${actor.merchantId} and day = ${day}`);
  return row?.backgrounds ?? 0;
}
