import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { aDefinition, type CustomHarness, openCustomHarness } from "../../testing/custom-harness.ts";
import { createCustomReport, loadCustomReport, removeCustomReport } from "./change-custom.ts";
import { deliverReport } from "./deliver-report.ts";
import { presentReports } from "./present-custom.ts";
import { dispatchDue, scheduleSubscriptions } from "./schedules.jobs.ts";
import { setSchedule } from "./set-schedule.ts";

let harness: CustomHarness;
beforeAll(async () => {
  harness = await openCustomHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.db.close());

/** A report that is sent every Sunday at 8; returns its id. */
async function schedule(change: object = {}, merchantId = "mer_1"): Promise<string> {
  const ctx = harness.contextAt(merchantId);
  const { id } = await transact(ctx, (ctx) =>
    createCustomReport(ctx, { name: "عائد الحملات", definition: aDefinition }),
  );
  const timing = { frequency: "weekly", hour: 8, weekday: 0, is_active: true, language: "ar" } as const;
  await setSchedule(harness.deps)(ctx, { reportId: id, ...timing, ...change });
  return id;
}
const show = async (reportId: string) => {
  const ctx = harness.contextAt();
  const [report] = await presentReports(harness.deps)(ctx, [await loadCustomReport(ctx, reportId)]);
  return report?.schedule;
};
const deliver = async () => {
  for (const { merchant_id: merchantId, id: scheduleId } of await harness.db.many<{
    merchant_id: string;
    id: string;
  }>(sql`select merchant_id, id from reports.schedules order by id`))
    await deliverReport(harness.deps)({ merchantId, scheduleId });
};
/** Sunday, 8:00 in Riyadh. */
const sunday = "2026-11-22T05:00:00Z";

describe("a scheduled report", () => {
  it("is sent when it is due and not before: the picture, and a link to the report at the days before", async () => {
    await harness.report("cmp_1", "2026-11-17", { spend: 34_000 });
    const id = await schedule();
    expect(await show(id)).toMatchObject({
      is_active: true,
      next_due_at: "2026-11-22T05:00:00.000Z",
      last: null,
    });
    harness.clock.set("2026-11-22T04:59:00Z");
    await deliver();
    expect(harness.queued).toEqual([]);

    harness.clock.set(sunday);
    await deliver();
    const [email] = harness.queued;
    expect(email).toMatchObject({
      topic: "report",
      to: "noura@example.com",
      language: "ar",
      content: {
        subject: "تقرير الأسبوع: عائد الحملات",
        button: { url: `https://rawaj.example/reports/own/${id}?from=2026-11-15&to=2026-11-21` },
        picture: { alt: expect.stringMatching(/وضاع 340 ر\.س.*أوقف حملة تمور.*340 ر\.س بلا طلب/s) },
      },
    });
    const png = email?.content.picture?.png ?? Buffer.alloc(0);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.length).toBeLessThan(150_000);
    expect(await show(id)).toMatchObject({
      next_due_at: "2026-11-29T05:00:00.000Z",
      last: { due_on: "2026-11-22", from: "2026-11-15", to: "2026-11-21", state: "sent" },
    });
  });

  it("is sent once however often its job runs, at the same time too, and when it was killed before the commit", async () => {
    await schedule();
    harness.clock.set(sunday);
    const { queueEmail } = harness.deps.email;
    let isKilled = true;
    harness.deps.email.queueEmail = async (ctx, email) => {
      const outcome = await queueEmail(ctx, email);
      if (isKilled) throw new Error("killed");
      return outcome;
    };
    await expect(deliver()).rejects.toThrow("killed");
    harness.queued.length = 0; // rolled back with the transaction
    isKilled = false;
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    harness.deps.email.queueEmail = queueEmail;
    expect(harness.queued).toHaveLength(1);
    expect(await harness.db.many(sql`select due_on::text, outcome from reports.deliveries`)).toEqual([
      { due_on: "2026-11-22", outcome: "queued" },
    ]);
  });

  it("makes up for one time that passed while nothing ran, the last one, and goes on from there", async () => {
    const id = await schedule({ frequency: "daily", weekday: undefined });
    harness.clock.set("2026-11-26T12:00:00Z");
    await deliver();
    await deliver();
    expect(harness.queued.map(({ content }) => content.button?.url)).toEqual([
      `https://rawaj.example/reports/own/${id}?from=2026-11-25&to=2026-11-25`,
    ]);
    expect(await show(id)).toMatchObject({ next_due_at: "2026-11-27T05:00:00.000Z" });
  });

  it.each([
    ["the address is no longer proven", { email: null }, "email_not_proven"],
    ["the member may no longer read reports", { mayRead: false }, "no_access"],
    ["the reader has unsubscribed", { outcome: "unsubscribed" }, "unsubscribed"],
  ])(
    "stops when %s, says so, and runs again only when the member turns it on",
    async (_name, change, reason) => {
      const id = await schedule();
      harness.clock.set(sunday);
      Object.assign(harness.state, change);
      await deliver();
      expect(harness.queued).toEqual([]);
      expect(await show(id)).toMatchObject({
        is_active: false,
        stop_reason: reason,
        next_due_at: null,
        last: { state: "stopped" },
      });
      Object.assign(harness.state, { email: "noura@example.com", mayRead: true, outcome: "queued" });
      harness.clock.set("2026-11-29T05:00:00Z");
      await deliver();
      expect(harness.queued).toEqual([]);
      await setSchedule(harness.deps)(harness.contextAt(), {
        reportId: id,
        frequency: "weekly",
        hour: 8,
        weekday: 0,
        is_active: true,
        language: "ar",
      });
      harness.clock.set("2026-12-06T05:00:00Z");
      await deliver();
      expect(harness.queued).toHaveLength(1);
    },
  );

  it("stops by the event that its link was used, and is not turned on without a proven address", async () => {
    const id = await schedule();
    const { id: scheduleId } = await harness.db.one<{ id: string }>(sql`select id from reports.schedules`);
    await harness.db.transaction((tx) =>
      tx.publish({
        name: "messages.unsubscribed",
        merchant_id: "mer_1",
        topic: "report",
        subject_id: scheduleId,
      }),
    );
    const relay = makeOutboxRelay({
      db: harness.db,
      log: makeLog("silent"),
      worldClock: harness.clock,
      subscriptions: scheduleSubscriptions(),
    });
    await relay.settle();
    expect(await show(id)).toMatchObject({ is_active: false, stop_reason: "unsubscribed" });
    harness.state.email = null;
    await expect(schedule()).rejects.toThrow("reports.schedule_email_not_proven");
  });

  it("ends with its report", async () => {
    const id = await schedule();
    harness.clock.set(sunday);
    await deliver();
    await removeCustomReport(harness.contextAt(), id);
    expect(await harness.db.many(sql`select 1 from reports.deliveries`)).toEqual([]);
    harness.clock.set("2026-11-29T05:00:00Z");
    await deliver();
    expect(harness.queued).toHaveLength(1);
  });

  it("that is over the day's limit is recorded so, and goes on at the next time", async () => {
    const id = await schedule();
    harness.clock.set(sunday);
    harness.state.outcome = "over_limit";
    await deliver();
    expect(await show(id)).toMatchObject({ is_active: true, last: { state: "over_limit" } });
  });
});

describe("schedules that are due", () => {
  it("get a job each, a few of every merchant before the rest of one with many", async () => {
    const jobs = () =>
      harness.db.many<{ merchant: string }>(sql`
        select details->'input'->>'merchant_id' as merchant from base.events
        where details->>'job' = 'reports.deliver-scheduled' order by position`);
    for (let n = 0; n < 7; n += 1) await schedule();
    await schedule({}, "mer_2");
    expect(await dispatchDue(harness.deps)).toBe(0);
    harness.clock.set(sunday);
    expect(await dispatchDue(harness.deps)).toBe(6);
    const merchants = (await jobs()).map(({ merchant }) => merchant);
    expect(merchants.slice(0, 2).sort()).toEqual(["mer_1", "mer_2"]);
    expect(merchants.filter((merchant) => merchant === "mer_1")).toHaveLength(5);
  });
});
