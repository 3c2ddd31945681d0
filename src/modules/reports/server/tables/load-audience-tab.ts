import type { ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdMetric } from "#modules/figures/contract/metrics.ts";
import { listSums } from "#modules/figures/server/figures.facade.ts";
import type { TableNote } from "../../contract/report-tabs.ts";
import type { AudienceRow } from "../../contract/reports.calls.ts";
import { type Labels, plainLabel, toPeriodSums } from "./report-table.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const metrics = [
  "spend_halalas",
  "impressions",
  "clicks",
  "click_share",
  "cpc_halalas",
  "cpm_halalas",
] as const satisfies readonly AdMetric[];
const sums = listSums(metrics);

/** Campaigns that are read from their platforms, those with the highest spend of the period. */
const campaignsMax = 10;

/**
 * Who saw the ads, by age, gender, place or device, as the platforms say it: of the scope's campaigns that cost most. It has no
 * comparison, because each would be as many calls to the platforms again.
 */
export const loadAudienceTab: LoadTab = async (deps, ctx, scope) => {
  const answers = await readAudiences(deps, ctx, scope, await listCostliest(deps, ctx, scope));
  const known = answers.flatMap(({ rows }) => rows ?? []);
  const notes: TableNote[] = ["read_from_platforms"];
  if (answers.some(({ rows, isSilent }) => rows === null && !isSilent)) notes.push("platforms_do_not_report");
  if (answers.some(({ isSilent }) => isSilent)) notes.push("platforms_silent");
  return {
    metrics,
    now: toPeriodSums(
      sums,
      known.map(({ key, impressions, clicks, spend_halalas }) => [
        key,
        { impressions, clicks, spend_halalas },
      ]),
    ),
    before: null,
    labels: namePeople(deps, scope),
    sort: scope.by === "age" ? "key" : "spend_halalas",
    keyOrder: "asc",
    notes: scope.city === undefined ? notes : [...notes, "not_by_city"],
  };
};

async function listCostliest(
  { figures }: TableDeps,
  ctx: ReadContext,
  { period: { from, to }, spendCampaignIds }: ResolvedScope,
): Promise<string[]> {
  const filter = { from, to, ...(spendCampaignIds ? { campaignIds: spendCampaignIds } : {}) };
  const rows = await figures.query(ctx, { measures: ["spend_halalas"], by: ["campaign"], filter });
  return rows
    .filter(({ spend_halalas }) => spend_halalas > 0)
    .sort((one, other) => other.spend_halalas - one.spend_halalas)
    .slice(0, campaignsMax)
    .map(({ campaign_id }) => campaign_id);
}

type Audience = { rows: AudienceRow[] | null; isSilent: boolean };

/** A platform that does not answer leaves its campaigns out; when none answers, that is the fault. */
async function readAudiences(
  deps: TableDeps,
  ctx: ReadContext,
  { by, period }: ResolvedScope,
  campaignIds: readonly string[],
): Promise<Audience[]> {
  const outcomes = await Promise.allSettled(
    campaignIds.map((campaignId) =>
      deps.readAudience(ctx, {
        campaignId,
        by: by as AudienceSplit,
        from: period.from,
        to: period.to,
        days: 1,
      }),
    ),
  );
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  const [unexpected] = failures.filter((failure) => !isFault(failure));
  if (unexpected) throw unexpected;
  if (failures.length > 0 && failures.length === outcomes.length) throw failures[0];
  return outcomes.map((outcome) =>
    outcome.status === "fulfilled"
      ? { rows: outcome.value.rows, isSilent: false }
      : { rows: null, isSilent: true },
  );
}

function namePeople({ messages }: TableDeps, { language, by }: ResolvedScope): Labels {
  return (key) => {
    if (key === "unknown") return plainLabel(messages.translate(language, "reports:row.unknown"));
    const text = `reports:people.${key}`;
    return plainLabel(
      (by === "gender" || by === "device") && messages.has(text) ? messages.translate(language, text) : key,
    );
  };
}
