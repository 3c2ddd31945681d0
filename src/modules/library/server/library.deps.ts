import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { CreativeFacade } from "#modules/creative/server/creative.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";

/** What the library's use cases are bound to; each asks for what it needs of it. */
export type LibraryDeps = {
  db: Db;
  log: Log;
  messages: Messages;
  worldClock: Clock;
  staff: Pick<StaffFacade, "recordAct">;
  media: Pick<CreativeFacade, "linkMedia" | "findMediaKinds" | "sharedFiles">;
  campaigns: Pick<CampaignsFacade, "findAds" | "createStructuredDraft">;
  figures: Pick<FiguresFacade, "listAdResults" | "query">;
};
