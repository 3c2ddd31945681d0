import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeKeyset, type PageRequest } from "#base/server/db/keyset.ts";
import type { Row } from "#base/server/db/row.ts";
import type { HoldPurpose } from "../contract/enums.ts";
import type { HoldExplanation } from "../contract/hold-explanation.ts";

type CampaignHold = Row<"wallet.holds", "title" | "held_halalas" | "target_halalas"> & {
  campaign_id: string;
  explanation: HoldExplanation | null;
};

/** What is held for withdrawals under way, or for consultations that did not take place yet; in halalas. */
export async function sumHolds(
  { db, actor }: ReadContext,
  purpose: Exclude<HoldPurpose, "campaign">,
): Promise<number> {
  const { held } = await db.one<{ held: number }>(sql`
    select coalesce(sum(held_halalas), 0)::bigint as held from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = ${purpose} and held_halalas > 0`);
  return held;
}

const largestFirst = makeKeyset<CampaignHold>({
  columns: [
    { name: "held_halalas", type: "bigint" },
    { name: "subject", type: "text" },
  ],
  order: "desc",
  toPlace: ({ held_halalas, campaign_id }) => [held_halalas, campaign_id],
});

/** The campaigns' holds that have money or should, largest first. */
export async function listCampaignHolds({ db, actor: { merchantId } }: ReadContext, request: PageRequest) {
  const listed = sql`
    from wallet.holds
    where merchant_id = ${merchantId} and purpose = 'campaign' and (held_halalas > 0 or target_halalas > 0)`;
  const found = await db.many<CampaignHold>(sql`
    select subject as campaign_id, title, held_halalas, target_halalas, explanation ${listed}
      ${largestFirst.where(request)} ${largestFirst.take(request)}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${listed}`);
  const { page, size } = request;
  return { ...largestFirst.split(found, request), page, size, total };
}
