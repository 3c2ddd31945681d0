import type { AccountLinker, CampaignPublisher } from "#modules/ad-accounts/server/ad-platform.port.ts";

/** The parts of every adapter, each in its own file; figures are a `FigureReader`. */
export type AuthPart = Pick<
  AccountLinker,
  "startAuthorization" | "parseCallback" | "exchangeCode" | "refresh"
>;
export type AccessibleAccountsPart = Pick<AccountLinker, "listAccessibleAccounts" | "findPixel">;
export type CampaignsPart = Pick<CampaignPublisher, "createCampaign" | "updateCampaign">;
export type AdGroupsPart = Pick<CampaignPublisher, "createAdGroup" | "updateAdGroup">;
export type AdsPart = Pick<CampaignPublisher, "createAd" | "updateAd">;
export type StatesPart = Pick<CampaignPublisher, "find" | "setStatus" | "remove" | "states">;
