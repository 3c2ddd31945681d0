import { z } from "zod";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { addAccountDays, toAccountDay, toInstant } from "../shared/account-days.ts";
import { fromMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";

/** Snap docs, Measurement, report_dimension: none of them is a placement; `os` is a system and not a device. */
const dimensions: Record<AudienceSplit, Dimension | null> = {
  age: "age",
  gender: "gender",
  place: "region",
  placement: null,
  device: null,
};
type Dimension = "age" | "gender" | "region";

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
const group = z.looseObject({
  age: z.string().nullish(),
  gender: z.string().nullish(),
  region: z.string().nullish(),
  impressions: count,
  swipes: count,
  spend: count,
});
const report = z.looseObject({
  total_stats: z.tuple([
    z.looseObject({ total_stat: z.looseObject({ dimension_stats: z.array(group).default([]) }) }),
  ]),
});

/** Who saw a campaign, from its stats by one dimension: one sum for each group of people, over all days together. */
export function makeAudience(client: ApiClient): AudienceReader {
  return {
    async readAudience(account, { platformCampaignId, from, to, by }) {
      const dimension = dimensions[by];
      if (dimension === null) return null;
      const { timeZone, accessToken } = account;
      const last = toAccountDay(new Date(to.getTime() - 1), timeZone);
      const query = new URLSearchParams({
        granularity: "TOTAL",
        report_dimension: dimension,
        omit_empty: "true",
        fields: "impressions,swipes,spend",
        start_time: toInstant(toAccountDay(from, timeZone), 0, timeZone).toISOString(),
        end_time: toInstant(addAccountDays(last, 1), 0, timeZone).toISOString(),
      });
      const body = await client.call(`/v1/campaigns/${platformCampaignId}/stats?${query}`, {
        accessToken,
        method: "GET",
      });
      const { dimension_stats: groups } = parseAs(report, body).total_stats[0].total_stat;
      return groups.map((one) => toAudience(one, dimension));
    },
  };
}

const toAudience = (one: z.output<typeof group>, by: Dimension): AudienceFigures => ({
  key: toKey(one[by]?.trim() ?? "", by),
  impressions: one.impressions,
  clicks: one.swipes,
  spend: fromMicro(one.spend),
});

/** Genders and the unknown are written in any case; places as the platform names them. */
const toKey = (value: string, by: Dimension): string => {
  if (value === "" || /^unknown$/i.test(value)) return "unknown";
  return by === "gender" ? value.toLowerCase() : value;
};
