import { z } from "zod";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, AudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { fromMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";
import { loadFilesByJobs } from "./report-jobs.ts";
import { formatXTime } from "./times.ts";
import { splitWindows } from "./windows.ts";

/**
 * X docs, Ads API, Analytics, Segmentation: as of May 2026 AGE, GENDER, METROS, PLATFORMS and CONVERSION_TAGS alone are
 * enabled. Metros are Nielsen's areas of the United States, platforms are systems and ways to open X ("iOS", "Mobile web"): neither says where in the
 * Kingdom, in which placement, or on what kind of device.
 */
const segmentations: Record<AudienceSplit, "AGE" | "GENDER" | null> = {
  age: "AGE",
  gender: "GENDER",
  place: null,
  placement: null,
  device: null,
};
/** The same page: days in a segmented report. */
const daysAtOnce = 45;
/** Somebody waits for the answer: after this, they are asked to try again. */
const maxWaitMs = 30_000;

const count = z
  .array(z.number().nullable())
  .nullish()
  .transform((values) => (values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0));
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ""));
const report = z.looseObject({
  data: z.array(
    z.looseObject({
      id_data: z.array(
        z.looseObject({
          segment: z.looseObject({ segment_name: text, segment_value: text }).nullish(),
          metrics: z.looseObject({ impressions: count, url_clicks: count, billed_charge_local_micro: count }),
        }),
      ),
    }),
  ),
});

/** Who saw a campaign, from its segmented reports: only asynchronous ones have segments. */
export function makeAudience(client: ApiClient, pauseMs?: number): AudienceReader {
  return {
    async readAudience(account, { platformCampaignId, from, to, by }) {
      const segmentation = segmentations[by];
      if (segmentation === null) return null;
      const windows = splitWindows({ from, to, grain: "day" }, account.timeZone, daysAtOnce);
      const jobs = windows.map(({ start, end }) => ({
        entity: "CAMPAIGN",
        entity_ids: [platformCampaignId],
        start_time: formatXTime(start),
        end_time: formatXTime(end),
        granularity: "TOTAL",
        placement: "ALL_ON_TWITTER",
        metric_groups: ["ENGAGEMENT", "BILLING"],
        segmentation_type: segmentation,
      }));
      const sums = new Map<string, { impressions: number; clicks: number; micro: number }>();
      for await (const file of loadFilesByJobs(client, account, jobs, { pauseMs, maxWaitMs }))
        for (const { segment, metrics } of parseAs(report, file).data.flatMap(({ id_data }) => id_data)) {
          const key = toKey(segmentation, segment?.segment_name ?? "", segment?.segment_value ?? "");
          const sum = sums.get(key) ?? { impressions: 0, clicks: 0, micro: 0 };
          sums.set(key, {
            impressions: sum.impressions + metrics.impressions,
            clicks: sum.clicks + metrics.url_clicks,
            micro: sum.micro + metrics.billed_charge_local_micro,
          });
        }
      return [...sums].flatMap(([key, { micro, ...sum }]): AudienceFigures[] =>
        sum.impressions > 0 || micro > 0 ? [{ key, ...sum, spend: fromMicro(micro) }] : [],
      );
    },
  };
}

/**
 * How X writes a segment's name and value is unconfirmed: a range of ages is read from the numbers in either ("18-24",
 * "AGE_18_TO_24", "AGE_OVER_50"), a gender from its targeting value or its name.
 */
function toKey(segmentation: "AGE" | "GENDER", name: string, value: string): string {
  if (segmentation === "GENDER") {
    if (value === "1" || /^(male|men)$/i.test(name)) return "male";
    return value === "2" || /^(female|women)$/i.test(name) ? "female" : "unknown";
  }
  for (const written of [name, value]) {
    const [from, to] = written.match(/(?<!\d)\d{2}(?!\d)/g) ?? [];
    if (from) return to ? `${from}-${to}` : `${from}+`;
  }
  return "unknown";
}
