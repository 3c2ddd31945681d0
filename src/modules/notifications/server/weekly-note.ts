import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import {
  addDays,
  daysBetween,
  type RiyadhDay,
  startOfRiyadhDay,
  toRiyadhDay,
} from "#base/shared/riyadh-day.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { ReportsFacade } from "#modules/reports/server/reports.facade.ts";
import { insertWeeklyNote, listNoted } from "./notifications.store.ts";
import { weeklyNoteJob } from "./weekly-note.job.ts";

export type WeeklyNoteDeps = {
  db: Db;
  figures: Pick<FiguresFacade, "listMerchantsWithSpend">;
  reports: Pick<ReportsFacade, "loadDigest">;
};

const aSunday = "2026-01-04" as RiyadhDay;
const batchSize = 200;
/** From eight in the morning of Sunday in Riyadh, until the end of Tuesday where nothing ran before. */
const fromHour = 8;
const untilHour = 72;

/** The week that began last, by its Sunday, while it is time for the note of the week before it; else null. */
export function findNotedWeek(now: Date): RiyadhDay | null {
  const today = toRiyadhDay(now);
  const week = addDays(today, -(((daysBetween(aSunday, today) % 7) + 7) % 7));
  const hours = (now.getTime() - startOfRiyadhDay(week).getTime()) / 3_600_000;
  return hours >= fromHour && hours < untilHour ? week : null;
}

/** Gives every merchant whose ads spent in the week before a job of their own, unless they have had its note. */
export async function enqueueWeeklyNotes({ db, figures }: WeeklyNoteDeps, now: Date): Promise<void> {
  const week = findNotedWeek(now);
  if (week === null) return;
  const period = { from: addDays(week, -7), to: addDays(week, -1) };
  for (let after = ""; ; ) {
    const merchants = await figures.listMerchantsWithSpend(db, { ...period, after, size: batchSize });
    const noted = await listNoted(db, week, merchants);
    await db.transaction(async (tx) => {
      for (const merchant_id of merchants.filter((id) => !noted.has(id)))
        await tx.enqueue(weeklyNoteJob, { merchant_id, week }, { key: `${merchant_id}:${week}` });
    });
    const last = merchants.at(-1);
    if (last === undefined || merchants.length < batchSize) return;
    after = last;
  }
}

/** What the merchant's ads earned and wasted in the week before `week`, and one thing to do; once for a week. */
export const tellWeeklyNote =
  ({ db, reports }: WeeklyNoteDeps) =>
  async (input: { merchant_id: string; week: string }, now: Date): Promise<void> => {
    const { merchant_id } = input;
    const week = input.week as RiyadhDay;
    const ctx = systemContext(db, merchant_id, now);
    const digest = await reports.loadDigest(ctx, { from: addDays(week, -7), to: addDays(week, -1) });
    await transact(ctx, async (ctx) => {
      if (!(await insertWeeklyNote(ctx, week))) return;
      const { earned, wasted, advice } = digest;
      await ctx.tx.publish({
        name: "notifications.week_ended",
        merchant_id,
        earned_halalas: earned,
        wasted_halalas: wasted,
        advice: advice.kind,
        campaign_id: "campaignId" in advice ? advice.campaignId : null,
      });
    });
  };
