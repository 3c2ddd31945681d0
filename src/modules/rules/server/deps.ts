import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Messages } from "#base/server/messages.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import type { SeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";

/** What this module needs from other modules, as narrow as it is used. */
export type RulesDeps = {
  db: Db;
  systemClock: Clock;
  worldClock: Clock;
  messages: Messages;
  campaigns: Pick<
    CampaignsFacade,
    "findCampaigns" | "listRuledCampaigns" | "changeBudgetFrom" | "pauseByRule" | "relaunchAfterRule"
  >;
  seasons: Pick<SeasonsFacade, "findSeasons" | "listPrayers">;
  figures: Pick<FiguresFacade, "query" | "listAccountPolls" | "listKnownChanges" | "findCompleteUntil">;
  merchants: Pick<MerchantsFacade, "loadMobile" | "loadLanguage">;
  /** Messages to the merchant's phone. */
  texts: Pick<MessagesFacade, "queueText" | "findTexts" | "findProvenNumbers" | "hasWhatsApp">;
};
