import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { HoldExplanation } from "../contract/hold-explanation.ts";

type CampaignHold = Row<"wallet.holds", "title" | "held_halalas" | "target_halalas"> & {
  campaign_id: string;
  explanation: HoldExplanation | null;
};

/** What withdrawals under way hold, in halalas. */
export async function sumWithdrawalHolds({ db, actor }: ReadContext): Promise<number> {
  const { held } = await db.one<{ held: number }>(sql`
    select coalesce(sum(held_halalas), 0)::bigint as held from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = 'withdrawal' and held_halalas > 0`);
  return held;
}

/** The campaigns' holds that have money or should, largest first. */
export async function listCampaignHolds(
  { db, actor: { merchantId } }: ReadContext,
  { page, size }: { page: number; size: number },
) {
  const listed = sql`
    from wallet.holds
    where merchant_id = ${merchantId} and purpose = 'campaign' and (held_halalas > 0 or target_halalas > 0)`;
  const items = await db.many<CampaignHold>(sql`
    select subject as campaign_id, title, held_halalas, target_halalas, explanation ${listed}
    order by held_halalas desc, subject limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${listed}`);
  return { items, page, size, total };
}
