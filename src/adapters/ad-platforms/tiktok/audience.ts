import { z } from "zod";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type {
  AdAccountContext,
  AudienceFigures,
  AudienceReader,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AccountDay, addAccountDays, toAccountDay } from "../shared/account-days.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { toFilter } from "./figures.ts";
import { parsePlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";

/** Portal doc 1740302848100353: at most 365 days in a report without a time. */
const daysAtOnce = 365;
/** A place would be a province by its number, whose name the report does not have; its `platform` is a system, not a device. */
const dimensions: Record<AudienceSplit, Dimension | null> = {
  age: "age",
  gender: "gender",
  place: null,
  placement: "placement",
  device: null,
};
type Dimension = "age" | "gender" | "placement";

const amount = z.string().or(z.number()).nullish();
const rowShape = z.looseObject({
  dimensions: z.looseObject({
    age: z.string().optional(),
    gender: z.string().optional(),
    placement: z.string().optional(),
  }),
  metrics: z.looseObject({ spend: amount, impressions: amount, clicks: amount }),
});

/** Who saw a campaign, from its AUDIENCE report. */
export function makeAudience(client: ApiClient): AudienceReader {
  return {
    async readAudience(account, { platformCampaignId, from, to, by }) {
      const dimension = dimensions[by];
      if (dimension === null) return null;
      const people = new Map<string, AudienceFigures>();
      const last = toAccountDay(new Date(to.getTime() - 1), account.timeZone);
      for (
        let first = toAccountDay(from, account.timeZone);
        first <= last;
        first = addAccountDays(first, daysAtOnce)
      ) {
        const end = addAccountDays(first, daysAtOnce - 1);
        const isWhole = end <= last;
        const query = buildQuery(account, platformCampaignId, dimension, first, isWhole ? end : last);
        for await (const raw of client.list(account.accessToken, "/report/integrated/get/", query))
          addRow(people, raw, dimension);
      }
      return [...people.values()];
    },
  };
}

function buildQuery(
  { adAccountId }: AdAccountContext,
  platformCampaignId: string,
  dimension: Dimension,
  first: AccountDay,
  last: AccountDay,
): Json {
  return {
    advertiser_id: adAccountId,
    report_type: "AUDIENCE",
    service_type: "AUCTION",
    data_level: "AUCTION_CAMPAIGN",
    dimensions: ["campaign_id", dimension],
    metrics: ["spend", "impressions", "clicks"],
    start_date: first,
    end_date: last,
    filtering: [
      toFilter("campaign_ids", [parsePlatformId(platformCampaignId).id]),
      toFilter("campaign_status", ["STATUS_ALL"]),
    ],
  };
}

function addRow(people: Map<string, AudienceFigures>, raw: Json, dimension: Dimension): void {
  const { dimensions: group, metrics } = parseAs(rowShape, raw);
  const key = (dimension === "placement" ? toPlacement : toKey)(group[dimension] ?? "");
  const known = people.get(key);
  people.set(key, {
    key,
    impressions: (known?.impressions ?? 0) + Number(metrics.impressions ?? 0),
    clicks: (known?.clicks ?? 0) + Number(metrics.clicks ?? 0),
    spend: accountMoney((known?.spend ?? 0) + fromUnits(metrics.spend ?? 0)),
  });
}

/** "AGE_25_34" is 25-34, and the group up to a hundred has no upper bound; "NONE" is not known. */
function toKey(value: string): string {
  const [, from, to] = /^AGE_(\d+)_(\d+)$/.exec(value) ?? [];
  if (from && to) return to === "100" ? `${from}+` : `${from}-${to}`;
  const gender = value.toLowerCase();
  return gender === "male" || gender === "female" ? gender : "unknown";
}

/** Whether the values are written as in targeting ("PLACEMENT_TIKTOK") or as names ("TikTok") is unconfirmed. */
function toPlacement(value: string): string {
  const name = value
    .replace(/^PLACEMENT_/i, "")
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "_");
  return name === "" || name === "none" || name === "_" ? "unknown" : name;
}
