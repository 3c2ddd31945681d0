import { z } from "zod";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountDay } from "../shared/account-days.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { Graph } from "./graph.ts";

/** Insights, breakdowns: one at a time, because their combinations are limited. */
const breakdowns: Record<AudienceSplit, "age" | "gender" | "region" | "publisher_platform"> = {
  age: "age",
  gender: "gender",
  place: "region",
  placement: "publisher_platform",
};

const row = z.looseObject({
  impressions: z.coerce.number().default(0),
  inline_link_clicks: z.coerce.number().default(0),
  spend: z.coerce.number().default(0),
  age: z.string().optional(),
  gender: z.string().optional(),
  region: z.string().optional(),
  publisher_platform: z.string().optional(),
});

/** Who saw a campaign, from its own Insights edge: one row for each group of people, over all days together. */
export function makeAudience(graph: Graph): AudienceReader {
  return {
    async readAudience(account, { platformCampaignId, from, to, by }) {
      const query = {
        fields: "impressions,inline_link_clicks,spend",
        time_range: JSON.stringify({
          since: toAccountDay(from, account.timeZone),
          until: toAccountDay(new Date(to.getTime() - 1), account.timeZone),
        }),
        time_increment: "all_days",
        breakdowns: breakdowns[by],
      };
      const people: AudienceFigures[] = [];
      for await (const page of graph.pages(account.accessToken, `/${platformCampaignId}/insights`, query))
        people.push(...page.map((raw) => toAudience(parseAs(row, raw), by)));
      return people;
    },
  };
}

const toAudience = (insight: z.output<typeof row>, by: AudienceSplit): AudienceFigures => ({
  key: insight[breakdowns[by]]?.trim() || "unknown",
  impressions: insight.impressions,
  clicks: insight.inline_link_clicks,
  spend: accountMoney(Math.round(insight.spend * 100)),
});
