import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { RecordedResponse } from "#base/server/record-responses.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { FiguresQuery } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";
import {
  computePollWindow,
  firstDayByHours,
  hasRiyadhDays,
  isTimeToSettle,
  type PollState,
  wholeDays,
} from "../domain/poll-window.ts";
import { loadPollStates, type PolledAccount, recordPolls } from "./account-polls.store.ts";
import { inBatches } from "./in-batches.ts";
import { type AdDay, type AdHour, findChangedCampaigns, ingestDays, ingestHours } from "./ingest.ts";
import { keepAnswers } from "./keep-answers.ts";
import type { MeasuredObjects } from "./measured.store.ts";
import { type SpendSettlement, settleDays } from "./settle-days.ts";

/** An ad account, its campaigns that may have new figures, and its ads' ids on the platform. */
export type MeasuredAccount = PolledAccount & MeasuredObjects & { timeZone: string };

/** The ad platform bound to the account. */
export type BoundReader = Pick<BoundAdPlatform, "readFigures">;

export type PollAccountDeps = {
  wallet: SpendSettlement;
  readerFor(merchantId: string, adAccountId: string): BoundReader;
};

type Campaign = MeasuredAccount["campaigns"][number];
type Window = ReturnType<typeof computePollWindow>;
/** Campaigns whose figures are requested from the same hour on. */
type Group = Window & { campaigns: Campaign[] };
/** `keeps`: what the platform answers is kept, because the days are settled from it. */
type Work = { ctx: ReadContext; account: MeasuredAccount; reader: BoundReader; keeps: boolean };

/**
 * Reads the new and corrected figures of one ad account's campaigns, many at once and page by page, and settles their
 * spend in the wallet. Safe to run twice.
 */
export const pollAccount = ({ wallet, readerFor }: PollAccountDeps) => {
  const settle = settleDays({ wallet });

  return async (ctx: ReadContext, account: MeasuredAccount): Promise<void> => {
    const last = await loadPollStates(
      ctx,
      account.campaigns.map(({ campaignId }) => campaignId),
    );
    const reader = readerFor(ctx.actor.merchantId, account.adAccountId);
    for (const group of groupByWindow(account.campaigns, last, ctx.now)) {
      const read = group.campaigns.map(({ campaignId }) => {
        // Corrections reach further back than the hours polled in between.
        const settles = group.corrects || isTimeToSettle(last.get(campaignId) ?? null, ctx.now);
        return { campaignId, corrects: group.corrects, settles };
      });
      await readGroup({ ctx, account, reader, keeps: read.some(({ settles }) => settles) }, group);
      const settled = read.filter(({ settles }) => settles).map(({ campaignId }) => campaignId);
      await settle(ctx, { campaignIds: settled, from: toRiyadhDay(group.from) });
      await transact(ctx, (ctx) => recordPolls(ctx, read));
    }
  };
};

function groupByWindow(
  campaigns: readonly Campaign[],
  last: ReadonlyMap<string, PollState>,
  now: Date,
): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const campaign of campaigns) {
    const window = computePollWindow(campaign.startsAt, last.get(campaign.campaignId) ?? null, now);
    const key = `${window.from.getTime()} ${window.corrects}`;
    const group = groups.get(key) ?? { ...window, campaigns: [] };
    group.campaigns.push(campaign);
    groups.set(key, group);
  }
  return groups.values();
}

/**
 * Where the account's days equal Riyadh's, whole days are requested first. Past days are stored as reported; recent
 * days show for which campaigns hours are worth requesting. Elsewhere only hours can be summed to Riyadh days.
 */
async function readGroup(work: Work, { campaigns, from, to }: Group): Promise<void> {
  if (!hasRiyadhDays(work.account.timeZone, work.ctx.now.getUTCFullYear()))
    return readHours(work, campaigns, from, to);
  const changedIds = await readDays(work, campaigns, from, to);
  const young = startOfRiyadhDay(firstDayByHours(work.ctx.now));
  await readHours(
    work,
    campaigns.filter(({ campaignId }) => changedIds.has(campaignId)),
    from < young ? young : from,
    to,
  );
}

/** Stores the past days; returns the campaigns whose recent days differ from the stored figures. */
async function readDays(
  work: Work,
  campaigns: readonly Campaign[],
  from: Date,
  to: Date,
): Promise<ReadonlySet<string>> {
  const { ctx, account } = work;
  const firstYoung = firstDayByHours(ctx.now);
  const changedIds = new Set<string>();
  for await (const page of streamPages(work, { ...wholeDays(from, to), grain: "day" }, campaigns)) {
    const days = page.map(({ startsAt, ...figures }): AdDay => ({ ...figures, day: toRiyadhDay(startsAt) }));
    const young = days.filter(({ day }) => day >= firstYoung);
    for (const campaignId of await findChangedCampaigns(ctx, young)) changedIds.add(campaignId);
    await store(work, (ctx) =>
      ingestDays(
        ctx,
        account,
        days.filter(({ day }) => day < firstYoung),
      ),
    );
  }
  return changedIds;
}

async function readHours(work: Work, campaigns: readonly Campaign[], from: Date, to: Date): Promise<void> {
  if (campaigns.length === 0) return;
  for await (const page of streamPages(work, { from, to, grain: "hour" }, campaigns)) {
    const hours = page.map(({ startsAt, ...figures }): AdHour => ({ ...figures, hour: startsAt }));
    await store(work, (ctx) => ingestHours(ctx, work.account, hours));
  }
}

/**
 * The platform's figures of these campaigns, in batches of one transaction each; ads that are not ours are left out.
 */
function streamPages(
  { ctx, reader, account, keeps }: Work,
  window: Pick<FiguresQuery, "from" | "to" | "grain">,
  campaigns: readonly Campaign[],
) {
  const platformCampaignIds = campaigns.map(({ platformCampaignId }) => platformCampaignId);
  const received: RecordedResponse[] = [];
  const query = { ...window, platformCampaignIds };
  const pages = keeps
    ? keepAnswers(ctx, account, {
        pages: reader.readFigures(query, (response) => received.push(response)),
        received,
      })
    : reader.readFigures(query);
  return inBatches(pages, ({ platformAdId, ...figures }) => {
    const ad = account.ads.get(platformAdId);
    return ad ? { ...figures, ...ad } : null;
  });
}

async function store(
  { ctx, account: { adAccountId } }: Work,
  ingest: (ctx: Context) => Promise<boolean>,
): Promise<void> {
  await transact(ctx, async (ctx) => {
    if (await ingest(ctx))
      await ctx.tx.publish({
        name: "figures.changed",
        merchant_id: ctx.actor.merchantId,
        ad_account_id: adAccountId,
      });
  });
}
