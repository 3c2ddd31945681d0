import { type Halalas, halalas } from "#base/shared/money.ts";
import { daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { AdGroupFields, CampaignFields } from "../contract/shapes.ts";

/** Days before a season at which its draft is ready. */
export const seasonDraftDays = 14;
/** A merchant who advertised within so many days gets a draft. */
export const recentDays = 90;

export type DraftedSeason = {
  key: SeasonKey;
  startsOn: RiyadhDay;
  endsOn: RiyadhDay;
  hijriYear: number | null;
};

/** Whether a draft is prepared for it: a payday within another season would only be a second draft for the same days. */
export const isDrafted = (
  season: Omit<DraftedSeason, "hijriYear">,
  all: readonly (typeof season)[],
): boolean =>
  season.key !== "payday" ||
  !all.some(
    ({ key, startsOn, endsOn }) => key !== "payday" && startsOn <= season.endsOn && endsOn >= season.startsOn,
  );

type NamedSeason = Omit<DraftedSeason, "endsOn">;

/**
 * "ramadan-1448", "white_friday-2026": once a year, whatever the announced days are. Payday comes every month:
 * "payday-202612".
 */
export const toSeasonId = ({ key, startsOn, hijriYear }: NamedSeason): string =>
  key === "payday"
    ? `${key}-${startsOn.slice(0, 7).replace("-", "")}`
    : `${key}-${toSeasonYear({ startsOn, hijriYear })}`;

/** What a season's name is followed by: its year, or payday's month as "12/2026". */
export const toSeasonLabel = (season: NamedSeason): string =>
  season.key === "payday"
    ? `${season.startsOn.slice(5, 7)}/${season.startsOn.slice(0, 4)}`
    : String(toSeasonYear(season));

/** The year in the season's own calendar. */
const toSeasonYear = ({ startsOn, hijriYear }: Pick<DraftedSeason, "startsOn" | "hijriYear">): number =>
  hijriYear ?? Number(startsOn.slice(0, 4));

/** What a draft takes over from a campaign that ran before. */
export type EarlierCampaign = {
  platform: Platform;
  campaign: Pick<
    CampaignFields,
    | "ad_account_id"
    | "placements"
    | "store_id"
    | "landing_url"
    | "objective"
    | "bidding_strategy"
    | "target_cpa_halalas"
    | "target_roas"
    | "daily_budget_halalas"
  >;
  adGroup: Omit<AdGroupFields, "name"> | null;
  brandName: string;
};

/** The whole season at the budgets of the earlier campaigns. */
export function computeSeasonTotal(
  earlier: readonly EarlierCampaign[],
  { startsOn, endsOn }: Pick<DraftedSeason, "startsOn" | "endsOn">,
): Halalas {
  const daily = earlier.reduce((sum, { campaign }) => sum + campaign.daily_budget_halalas, 0);
  return halalas(daily * (daysBetween(startsOn, endsOn) + 1));
}
