import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { riyadhDayOf } from "#base/shared/riyadh-day.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isTimeToCapture, type Reading, windowToRead } from "../domain/reading-window.ts";
import { captureDays, type SpendCapture } from "./capture-days.ts";
import { type AdHour, ingestHours } from "./ingest.ts";

/** A campaign that stands on its platform, and how its ads are called there. */
export type MeasuredCampaign = {
  merchantId: string;
  campaignId: string;
  adAccountId: string;
  platformCampaignId: string;
  startsAt: Date;
  /** Platform ad id → our ad id, deleted ads included: their past figures still change. */
  ads: ReadonlyMap<string, string>;
};

/** The ad platform with the account already chosen. */
export type BoundReader = Pick<BoundAdPlatform, "readFigures">;

export type ReadFiguresDeps = {
  db: Db;
  wallet: SpendCapture;
  worldClock: Clock;
  measuredCampaign(db: Db, campaignId: string): Promise<MeasuredCampaign | null>;
  readerFor(merchantId: string, adAccountId: string): BoundReader;
};

/** Reads one campaign's new and corrected hours from its platform, page by page. Safe to run twice. */
export async function readFigures(deps: ReadFiguresDeps, campaignId: string): Promise<void> {
  const { db, worldClock } = deps;
  const campaign = await deps.measuredCampaign(db, campaignId);
  if (!campaign) return;
  const now = worldClock.now();
  const last = await lastReading(db, campaignId);
  const { from, to, corrects } = windowToRead(campaign.startsAt, last, now);

  const reader = deps.readerFor(campaign.merchantId, campaign.adAccountId);
  const asked = { platformCampaignIds: [campaign.platformCampaignId], from, to, grain: "hour" as const };
  for await (const page of reader.readFigures(asked)) {
    const hours = page.flatMap(({ platformAdId, startsAt, ...figures }): AdHour[] => {
      const adId = campaign.ads.get(platformAdId);
      return adId ? [{ ...figures, hour: startsAt, adId }] : [];
    });
    await db.transaction(async (tx) => {
      const changed = await ingestHours(tx, campaign, hours, now);
      if (changed)
        await tx.announce({
          name: "reports.figures_changed",
          merchant_id: campaign.merchantId,
          campaign_id: campaignId,
        });
    });
  }
  await db.transaction(async (tx) => {
    // Corrections reach further back than the hours asked for in between.
    const captures = corrects || isTimeToCapture(last, now);
    if (captures) await captureDays(tx, deps.wallet, campaign, riyadhDayOf(from));
    await keepReading(tx, campaign, now, { corrects, captures });
  });
}

async function lastReading(db: Db, campaignId: string): Promise<Reading | null> {
  const row = await db.maybeOne<{ read_until: Date; corrected_at: Date; captured_at: Date }>(sql`
    select read_until, corrected_at, captured_at from reports.readings where campaign_id = ${campaignId}`);
  return row
    ? { readUntil: row.read_until, correctedAt: row.corrected_at, capturedAt: row.captured_at }
    : null;
}

type Did = { corrects: boolean; captures: boolean };

async function keepReading(
  tx: Tx,
  { campaignId, merchantId }: MeasuredCampaign,
  now: Date,
  { corrects, captures }: Did,
): Promise<void> {
  await tx.run(sql`
    insert into reports.readings as kept (campaign_id, merchant_id, read_until, corrected_at, captured_at, read_at)
    values (${campaignId}, ${merchantId}, ${now}, ${now}, ${now}, ${now})
    on conflict (campaign_id) do update set
      read_until = greatest(kept.read_until, excluded.read_until),
      corrected_at = case when ${corrects} then excluded.corrected_at else kept.corrected_at end,
      captured_at = case when ${captures} then excluded.captured_at else kept.captured_at end,
      read_at = excluded.read_at`);
}
