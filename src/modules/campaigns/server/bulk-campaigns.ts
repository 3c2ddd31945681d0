import { z } from "zod";
import type { Context, ReadContext } from "#base/server/context.ts";
import {
  defineOperation,
  type ItemChange,
  type OperationDefinition,
} from "#base/server/operations/define-operation.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { BulkAction, Status } from "../contract/enums.ts";
import { isClosed } from "../domain/status.ts";
import { listNames, lockCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { stopCampaign } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "wallet" | "adAccounts">;

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
  const pause = pauseRunning(deps);
  const run = runStopped(deps);
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

const toChange = (before: Status, after: Status): ItemChange => ({
  before: { status: before },
  after: { status: after },
});

const pauseRunning =
  (deps: Deps) =>
  async (ctx: Context, campaignId: string): Promise<ItemChange | null> => {
    const { status } = await lockCampaign(ctx, campaignId);
    refuseClosed(status);
    if (status === "created") return campaignsRefusals.refuse("campaigns.not_started");
    if (status === "paused") return null;
    await stopCampaign(deps)(ctx, { campaignId, action: "pause" });
    return toChange(status, "paused");
  };

/** Starts what never ran, and runs again what was paused. */
const runStopped =
  (deps: Deps) =>
  async (ctx: Context, campaignId: string): Promise<ItemChange | null> => {
    const { status } = await lockCampaign(ctx, campaignId);
    refuseClosed(status);
    if (status === "active") return null;
    await (status === "created" ? startCampaign : relaunchCampaign)(deps)(ctx, { campaignId });
    return toChange(status, "active");
  };

function refuseClosed(status: Status): void {
  if (isClosed(status)) campaignsRefusals.refuse("campaigns.campaign_closed");
}
