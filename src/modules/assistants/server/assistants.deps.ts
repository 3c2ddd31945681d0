import type { Clock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import type { AdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CreativeFacade } from "#modules/creative/server/creative.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { Engine } from "./engines.ts";
import type { ServicePageReader } from "./service-page.port.ts";

export type AssistantsDeps = {
  adAccounts: Pick<AdAccountsFacade, "listLinkedAdAccounts">;
  billing: Pick<BillingFacade, "reserve" | "settle" | "release" | "loadStock">;
  figures: Pick<FiguresFacade, "query" | "queryOrders">;
  stores: Pick<StoresFacade, "loadSellingFacts" | "listConnectedStores" | "listRegisteredHosts">;
  campaigns: Pick<CampaignsFacade, "createWrittenDraft" | "saveDescribedDraft" | "findDraftRevision">;
  media: Pick<CreativeFacade, "addAdPicture">;
  servicePages: ServicePageReader;
  /** In the order in which they are asked; the last one is the built-in engine. */
  engines: readonly [Engine, ...Engine[]];
  /** The most words of a merchant on a Riyadh day. */
  wordsPerDay: number;
  systemClock: Clock;
  log: Log;
};
