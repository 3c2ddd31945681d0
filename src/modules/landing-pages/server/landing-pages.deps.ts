import type { Clock } from "#base/server/clock.ts";
import type { Driver } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CreativeFacade } from "#modules/creative/server/creative.facade.ts";
import type { PictureSource } from "#modules/creative/server/picture-source.port.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { TrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import type { PreviewLinks } from "./preview-links.ts";

export type LandingPagesDeps = {
  stores: Pick<StoresFacade, "loadSellingFacts" | "registerLandingAddress" | "removeLandingAddresses">;
  campaigns: Pick<CampaignsFacade, "createWrittenDraft" | "listRunningTo">;
  media: Pick<CreativeFacade, "findMediaFile">;
  billing: Pick<BillingFacade, "findCompany">;
  tracking: Pick<TrackingFacade, "classifyRequest" | "countDestinationOrders">;
  pictures: PictureSource;
  messages: Messages;
  previews: PreviewLinks;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
  worldClock: Clock;
  systemClock: Clock;
  driver: Pick<Driver, "listen">;
  log: Log;
};
