import type { Clock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CreativeFacade } from "#modules/creative/server/creative.facade.ts";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";
import type { PictureSource } from "#modules/creative/server/picture-source.port.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { SizeDrawer } from "./draw-size.ts";
import type { PictureModel } from "./picture-model.port.ts";

export type DesignerDeps = {
  billing: Pick<BillingFacade, "reserve" | "settle" | "release" | "loadStock">;
  stores: Pick<StoresFacade, "loadSellingFacts" | "findProduct">;
  campaigns: Pick<CampaignsFacade, "placeInDraft">;
  media: Pick<CreativeFacade, "findMediaFile" | "addFile">;
  storage: Pick<ObjectStorage, "put" | "open" | "remove" | "scratchFile">;
  pictures: PictureSource;
  /** In the order in which they are asked; none where no endpoint is set. */
  pictureModels: readonly PictureModel[];
  /** The most backgrounds of a merchant on a Riyadh day. */
  backgroundsPerDay: number;
  drawer: SizeDrawer;
  systemClock: Clock;
  log: Log;
};
