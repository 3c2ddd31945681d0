import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

/** Reserves that hold money or should, largest first. */
export async function listReserves(
  { db, actor: { merchantId } }: ReadContext,
  { page, size }: { page: number; size: number },
) {
  const items = await db.many<{
    campaign_id: string;
    title: string;
    held_halalas: number;
    target_halalas: number;
  }>(sql`
    select campaign_id, title, held_halalas, target_halalas from wallet.reserves
    where merchant_id = ${merchantId} and (held_halalas > 0 or target_halalas > 0)
    order by held_halalas desc, campaign_id limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from wallet.reserves
    where merchant_id = ${merchantId} and (held_halalas > 0 or target_halalas > 0)`);
  return { items, page, size, total };
}
