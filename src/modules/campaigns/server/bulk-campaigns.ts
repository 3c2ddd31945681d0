import { z } from "zod";
import type { Context, ReadContext } from "#base/server/context.ts";
import {
  defineOperation,
  type ItemChange,
  type OperationDefinition,
} from "#base/server/operations/define-operation.ts";
import type { BulkAction } from "../contract/enums.ts";
import { toSingleAction, transition } from "../domain/status.ts";
import { listNames, lockCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { stopCampaign } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts" | "media">;

const input = z.object({ ids: z.array(z.string()) });
type BulkInput = z.infer<typeof input>;

/** What both operations share: the campaigns in the merchant's order, and their names. */
const common = {
  ability: { subject: "campaign", action: "manage" } as const,
  input,
  listItems: async (_ctx: Context, { ids }: BulkInput) => ids,
  loadTitles: (ctx: ReadContext, ids: readonly string[]) => listNames(ctx, ids),
};

/**
 * Pausing and starting many campaigns. Each is refused for its own reason (no card, not enough money, wrong status);
 * one that already has the status counts as done, and its undo leaves it alone.
 */
export function bulkOperations(deps: Deps): Record<BulkAction, OperationDefinition<BulkInput>> {
  const pause = runItem(deps, "pause");
  const run = runItem(deps, "start");
  return {
    pause: defineOperation({
      ...common,
      kind: "campaigns.pause",
      runItem: pause,
      undoItem: run,
    }),
    start: defineOperation({
      ...common,
      kind: "campaigns.start",
      runItem: run,
      undoItem: pause,
    }),
  };
}

/** Carries a bulk action out on one campaign; null when it had the status already. */
const runItem =
  (deps: Deps, bulk: BulkAction) =>
  async (ctx: Context, campaignId: string): Promise<ItemChange | null> => {
    const { status } = await lockCampaign(ctx, campaignId);
    const action = toSingleAction(bulk, status);
    if (action === null) return null;
    if (action === "pause") await stopCampaign(deps)(ctx, { campaignId, action });
    else await (action === "start" ? startCampaign : relaunchCampaign)(deps)(ctx, { campaignId });
    return { before: { status }, after: { status: transition(status, action).status } };
  };
