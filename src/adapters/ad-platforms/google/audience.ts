import { z } from "zod";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountDay } from "../shared/account-days.ts";
import { fromMicro } from "../shared/micro.ts";
import { type ApiClient, loadRows } from "./api-client.ts";

/** Where Google reports each split, and the field that names its groups (Google Ads API, Fields reference). */
const views: Record<AudienceSplit, { view: string; field: "age_range" | "gender" } | null> = {
  age: { view: "age_range_view", field: "age_range" },
  gender: { view: "gender_view", field: "gender" },
  // geographic_view names a region by the number of its geo target, without its name: not read.
  place: null,
};

/** Integers are strings, and absent when they are zero (proto3 JSON). */
const whole = z.string().default("0").transform(Number);
const typed = z.looseObject({ type: z.string() }).optional();
const row = z.looseObject({
  adGroupCriterion: z.looseObject({ ageRange: typed, gender: typed }),
  metrics: z.looseObject({ impressions: whole, clicks: whole, costMicros: whole }),
});

/** Who saw a campaign: a row for each ad group and group of people, added up over the ad groups. */
export function makeAudience(client: ApiClient): AudienceReader {
  return {
    async readAudience(account, { platformCampaignId, from, to, by }) {
      const source = views[by];
      if (!source) return null;
      const first = toAccountDay(from, account.timeZone);
      const last = toAccountDay(new Date(Math.max(from.getTime(), to.getTime() - 1)), account.timeZone);
      const query = [
        `SELECT ad_group_criterion.${source.field}.type, metrics.impressions, metrics.clicks, metrics.cost_micros`,
        `FROM ${source.view}`,
        `WHERE campaign.id = ${Number(platformCampaignId)} AND segments.date BETWEEN '${first}' AND '${last}'`,
      ].join(" ");
      const sums = new Map<string, { impressions: number; clicks: number; micro: number }>();
      for (const { adGroupCriterion, metrics } of await loadRows(client, account, query, row)) {
        const key = toKey((adGroupCriterion.ageRange ?? adGroupCriterion.gender)?.type ?? "");
        const sum = sums.get(key) ?? { impressions: 0, clicks: 0, micro: 0 };
        sums.set(key, {
          impressions: sum.impressions + metrics.impressions,
          clicks: sum.clicks + metrics.clicks,
          micro: sum.micro + metrics.costMicros,
        });
      }
      return [...sums].flatMap(([key, { micro, ...sum }]): AudienceFigures[] =>
        sum.impressions > 0 || micro > 0 ? [{ key, ...sum, spend: fromMicro(micro) }] : [],
      );
    },
  };
}

/** "AGE_RANGE_25_34" is 25-34, "AGE_RANGE_65_UP" 65+, "FEMALE" female; undetermined people are unknown. */
function toKey(type: string): string {
  const [, from, to] = /^AGE_RANGE_(\d+)_(\d+|UP)$/.exec(type) ?? [];
  if (from) return to === "UP" ? `${from}+` : `${from}-${to}`;
  return type === "MALE" || type === "FEMALE" ? type.toLowerCase() : "unknown";
}
