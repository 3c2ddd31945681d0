import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";

/** What reports of one's own read. */
export type CustomFiguresDeps = {
  figures: Pick<FiguresFacade, "query" | "findCompleteUntil" | "hasAnyFigures">;
  campaigns: Pick<CampaignsFacade, "listCampaignLabels" | "listAdLabels">;
  messages: Messages;
  /** The names of these stores, disconnected ones included. */
  listStoreNames(ctx: ReadContext, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  /** What the merchant has so far: the reason for an empty report depends on it. */
  setupState(ctx: ReadContext): Promise<{ is_connected: boolean; has_campaigns: boolean }>;
};

/** And what sending them by e-mail needs. */
export type ScheduleDeps = CustomFiguresDeps & {
  db: Db;
  log: Log;
  worldClock: Clock;
  publicUrl: string;
  email: Pick<MessagesFacade, "queueEmail" | "findProvenEmail" | "findEmailState" | "subscribeAgain">;
  merchants: Pick<MerchantsFacade, "holdsAbility">;
};

export type CustomDeps = ScheduleDeps;
