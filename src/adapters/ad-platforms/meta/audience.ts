import { z } from "zod";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountDay } from "../shared/account-days.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { Graph } from "./graph.ts";

/** Insights, breakdowns: one at a time, because their combinations are limited. */
const breakdowns: Record<AudienceSplit, Breakdown> = {
  age: "age",
  gender: "gender",
  place: "region",
  placement: "publisher_platform",
  device: "impression_device",
};
type Breakdown = "age" | "gender" | "region" | "publisher_platform" | "impression_device";

const row = z.looseObject({
  impressions: z.coerce.number().default(0),
  inline_link_clicks: z.coerce.number().default(0),
  spend: z.coerce.number().default(0),
  age: z.string().optional(),
  gender: z.string().optional(),
  region: z.string().optional(),
  publisher_platform: z.string().optional(),
  impression_device: z.string().optional(),
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
      const people = new Map<string, AudienceFigures>();
      for await (const page of graph.pages(account.accessToken, `/${platformCampaignId}/insights`, query))
        for (const raw of page) addRow(people, parseAs(row, raw), by);
      return [...people.values()];
    },
  };
}

function addRow(
  people: Map<string, AudienceFigures>,
  insight: z.output<typeof row>,
  by: AudienceSplit,
): void {
  const value = insight[breakdowns[by]]?.trim() || "unknown";
  const key = by === "device" ? (devices[value.toLowerCase()] ?? "unknown") : value;
  const known = people.get(key);
  people.set(key, {
    key,
    impressions: (known?.impressions ?? 0) + insight.impressions,
    clicks: (known?.clicks ?? 0) + insight.inline_link_clicks,
    spend: accountMoney((known?.spend ?? 0) + Math.round(insight.spend * 100)),
  });
}

/** Values of `impression_device`, which names makes; others are not known. */
const devices: Record<string, string> = {
  iphone: "mobile",
  ipod: "mobile",
  android_smartphone: "mobile",
  ipad: "tablet",
  android_tablet: "tablet",
  desktop: "desktop",
};
