import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountDay } from "../shared/account-days.ts";
import { fromMicro } from "../shared/micro.ts";
import { type ApiClient, loadRows } from "./api-client.ts";
import { makeGeoTargets } from "./geo-targets.ts";

/** Integers are strings, and absent when they are zero (proto3 JSON). */
const whole = z.string().default("0").transform(Number);
const typed = z.looseObject({ type: z.string() }).optional();
const row = z.looseObject({
  adGroupCriterion: z.looseObject({ ageRange: typed, gender: typed }).optional(),
  segments: z
    .looseObject({
      geoTargetProvince: z.string().optional(),
      adNetworkType: z.string().optional(),
      device: z.string().optional(),
    })
    .optional(),
  metrics: z.looseObject({ impressions: whole, clicks: whole, costMicros: whole }),
});
type Row = z.output<typeof row>;

/**
 * Where Google reports each split, the field that names its groups, and its value in a row (Google Ads API v25, Fields
 * reference). Places are where people were, whether or not the campaign targets them; the Kingdom's regions are of
 * Google's type "Province" (geo targets).
 */
const sources: Record<AudienceSplit, { view: string; field: string; value(row: Row): string | undefined }> = {
  age: {
    view: "age_range_view",
    field: "ad_group_criterion.age_range.type",
    value: ({ adGroupCriterion }) => adGroupCriterion?.ageRange?.type,
  },
  gender: {
    view: "gender_view",
    field: "ad_group_criterion.gender.type",
    value: ({ adGroupCriterion }) => adGroupCriterion?.gender?.type,
  },
  place: {
    view: "user_location_view",
    field: "segments.geo_target_province",
    value: ({ segments }) => segments?.geoTargetProvince,
  },
  placement: {
    view: "campaign",
    field: "segments.ad_network_type",
    value: ({ segments }) => segments?.adNetworkType,
  },
  device: { view: "campaign", field: "segments.device", value: ({ segments }) => segments?.device },
};

/** Who saw a campaign and where: rows for each ad group or location, added up by group. */
export function makeAudience(client: ApiClient, clock: Clock): AudienceReader {
  const geoTargets = makeGeoTargets(client, clock);
  return {
    async readAudience(account, { platformCampaignId, from, to, by }) {
      const source = sources[by];
      const first = toAccountDay(from, account.timeZone);
      const last = toAccountDay(new Date(Math.max(from.getTime(), to.getTime() - 1)), account.timeZone);
      const query = [
        `SELECT ${source.field}, metrics.impressions, metrics.clicks, metrics.cost_micros`,
        `FROM ${source.view}`,
        `WHERE campaign.id = ${Number(platformCampaignId)} AND segments.date BETWEEN '${first}' AND '${last}'`,
      ].join(" ");
      const rows = (await loadRows(client, account, query, row)).filter(
        ({ metrics }) => metrics.impressions > 0 || metrics.costMicros > 0,
      );
      const names =
        by === "place"
          ? await geoTargets.loadNames(account, new Set(rows.flatMap((one) => source.value(one) ?? [])))
          : null;
      const sums = new Map<string, { impressions: number; clicks: number; micro: number }>();
      for (const one of rows) {
        const value = source.value(one) ?? "";
        const key = names ? (names.get(value) ?? "unknown") : toKey(value);
        const sum = sums.get(key) ?? { impressions: 0, clicks: 0, micro: 0 };
        sums.set(key, {
          impressions: sum.impressions + one.metrics.impressions,
          clicks: sum.clicks + one.metrics.clicks,
          micro: sum.micro + one.metrics.costMicros,
        });
      }
      return [...sums].map(
        ([key, { micro, ...sum }]): AudienceFigures => ({ key, ...sum, spend: fromMicro(micro) }),
      );
    },
  };
}

/**
 * "AGE_RANGE_25_34" is 25-34, "AGE_RANGE_65_UP" 65+, "FEMALE" female, "SEARCH_PARTNERS" search_partners, "CONNECTED_TV"
 * connected_tv; undetermined people are unknown.
 */
function toKey(value: string): string {
  const [, from, to] = /^AGE_RANGE_(\d+)_(\d+|UP)$/.exec(value) ?? [];
  if (from) return to === "UP" ? `${from}+` : `${from}-${to}`;
  const isKnown = value !== "" && !/UNDETERMINED|UNKNOWN|UNSPECIFIED/.test(value);
  return isKnown ? value.toLowerCase() : "unknown";
}
