import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Messages } from "#base/server/messages.ts";
import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import type { SeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { QuestionLinks } from "./question-links.ts";

/** What this module needs from other modules, as narrow as it is used. */
export type RulesDeps = {
  db: Db;
  systemClock: Clock;
  worldClock: Clock;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
  messages: Messages;
  /** Texts to phones. */
  texts: Pick<MessagesFacade, "queueText" | "findTexts" | "findProvenNumbers" | "hasWhatsApp">;
  /** Texts whose units the merchant's plan and stock pay. */
  billing: Pick<BillingFacade, "queueCountedText" | "loadStock">;
  merchants: Pick<MerchantsFacade, "loadMobile" | "loadLanguage">;
  questionLinks: QuestionLinks;
  campaigns: Pick<
    CampaignsFacade,
    | "findCampaigns"
    | "listAdvertisedPages"
    | "listRuledCampaigns"
    | "changeBudgetFrom"
    | "pauseByRule"
    | "relaunchAfterRule"
  >;
  stores: Pick<StoresFacade, "findProducts">;
  seasons: Pick<SeasonsFacade, "findSeasons" | "listPrayers">;
  figures: Pick<FiguresFacade, "query" | "listAccountPolls" | "listKnownChanges" | "findCompleteUntil">;
};
