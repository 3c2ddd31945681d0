import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { comparedDays, isPromiseKept, type Returns } from "../domain/score-advice.ts";
import { type AdviceRecord, listAdviceToMeasure, saveOutcome } from "./advice.store.ts";
import { publishOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { findOrder } from "./orders.store.ts";

type Deps = Pick<ConsultationsDeps, "db" | "log" | "worldClock" | "figures" | "campaigns" | "rules">;
type Days = { from: RiyadhDay; to: RiyadhDay };

/** More are measured by the next run, a night later. */
const size = 1_000;

/**
 * Compares the delivered return of 14 days before and after each accepted advice, with the merchant's other campaigns on the
 * same platform beside it. Each is a transaction of its own.
 */
export const measureAdvice = (deps: Deps) => async (): Promise<void> => {
  const { db, log, worldClock } = deps;
  const now = worldClock.now();
  const due = await listAdviceToMeasure(db, { before: addDays(toRiyadhDay(now), -comparedDays), size });
  for (const advice of due)
    await measureOne(deps, systemContext(db, advice.merchant_id, now), advice).catch((error) =>
      log.error({ err: error, advice_id: advice.id }, "an advice could not be measured"),
    );
};

async function measureOne(deps: Deps, ctx: ReadContext, advice: AdviceRecord): Promise<void> {
  const { accepted_on: day, campaign_id } = advice;
  if (day === null) return;
  const before = { from: addDays(day, -comparedDays), to: addDays(day, -1) };
  const after = { from: addDays(day, 1), to: addDays(day, comparedDays) };
  const similar = await listSimilar(deps, ctx, campaign_id);
  const read = (period: Days, ids: readonly string[]) => readReturn(deps, ctx, period, ids);
  const outcome: Returns = {
    before: await read(before, [campaign_id]),
    after: await read(after, await listUsed(deps, ctx, advice)),
    similar_before: await read(before, similar),
    similar_after: await read(after, similar),
  };
  const isKept = isPromiseKept(advice.expected_roas, outcome);
  await transact(ctx, async (ctx) => {
    await saveOutcome(ctx, { id: advice.id, outcome, isKept });
    const order = await findOrder(ctx, advice.order_id);
    if (order) await publishOrder(ctx, order);
  });
}

/**
 * The campaigns whose return after the advice is its own: none when what it made was not put to use. A rule must be live by
 * then, an ad must have been published with its headline.
 */
async function listUsed(
  { campaigns, rules }: Deps,
  ctx: ReadContext,
  { campaign_id, made_id, ad, accepted_on }: AdviceRecord,
): Promise<string[]> {
  if (made_id === null) return [campaign_id];
  if (ad !== null && accepted_on !== null)
    return campaigns.listCampaignsOfHeadline(ctx, { headline: ad.headline, since: accepted_on });
  return (await rules.isLive(ctx, made_id)) ? [campaign_id] : [];
}

/** The merchant's other campaigns on the platform, those that ended since too: their figures remain. */
async function listSimilar({ campaigns }: Deps, ctx: ReadContext, campaignId: string): Promise<string[]> {
  const [own] = await campaigns.findCampaigns(ctx, [campaignId]);
  if (!own) return [];
  const ids = await campaigns.listCampaignIds(ctx, { platform: own.platform });
  return ids.filter((id) => id !== campaignId);
}

async function readReturn(
  { figures }: Deps,
  ctx: ReadContext,
  period: Days,
  campaignIds: readonly string[],
): Promise<number | null> {
  if (campaignIds.length === 0) return null;
  const filter = { ...period, campaignIds };
  const [row] = await figures.query(ctx, { measures: ["roas_delivered"], by: [], filter });
  return row?.roas_delivered ?? null;
}
