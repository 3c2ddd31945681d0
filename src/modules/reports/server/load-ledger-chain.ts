import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { computeMetrics, type FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { LedgerChain } from "../contract/ledger.calls.ts";

export type LedgerChainDeps = {
  figures: Pick<FiguresFacade, "query" | "listAnswers" | "listDayOrders">;
  findEntry: WalletFacade["findEntry"];
  /** Deleted ones included; undefined when the merchant has no such campaign. */
  findCampaign(
    ctx: ReadContext,
    campaignId: string,
  ): Promise<{ id: string; name: string; platform: Platform } | undefined>;
};

const answersShown = 100;
const measures = [
  "impressions",
  "clicks",
  "spend_halalas",
  "valid_clicks",
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
] as const;

/** Where an entry's money comes from; refuses `base.not_found` for a number that the merchant's statement has not. */
export const loadLedgerChain =
  (deps: LedgerChainDeps) =>
  async (ctx: ReadContext, input: { number: number; language: Language }): Promise<LedgerChain> => {
    const found = (await deps.findEntry(ctx, input)) ?? baseRefusals.refuse("base.not_found");
    const { line_no, wallet_balance_after, created_at, settled_halalas, ...entry } = found;
    const campaign =
      settled_halalas === null || !found.reference
        ? undefined
        : await deps.findCampaign(ctx, found.reference);
    return {
      entry: {
        ...entry,
        number: line_no,
        balance_after_halalas: wallet_balance_after,
        created_at: created_at.toISOString(),
      },
      campaign: campaign
        ? {
            ...campaign,
            settled_halalas: settled_halalas ?? 0,
            ...(await loadDay(deps, ctx, {
              campaignId: campaign.id,
              day: found.business_day as RiyadhDay,
              writtenAt: created_at,
            })),
          }
        : null,
    };
  };

type Day = { campaignId: string; day: RiyadhDay; writtenAt: Date };

/** What the platform and the store say of a campaign's day, and what the platform answered about it. */
async function loadDay({ figures }: LedgerChainDeps, ctx: ReadContext, { campaignId, day, writtenAt }: Day) {
  const filter = { from: day, to: day, campaignIds: [campaignId] };
  const [sums] = await figures.query(ctx, { measures, by: [], filter });
  const answers = await figures.listAnswers(ctx, [{ campaign_id: campaignId, day }]);
  return {
    figures: sums ?? computeMetrics(measures, {}),
    answers: answers.slice(-answersShown).map(({ sha256, bytes, received_at, has_body }) => ({
      sha256,
      bytes,
      has_body,
      received_at: received_at.toISOString(),
      is_of_entry: received_at.getTime() === writtenAt.getTime(),
    })),
    orders: await figures.listDayOrders(ctx, { campaignId, day }),
  };
}
