import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, listPeriodRows, loadSubscription } from "../testing/builders.ts";
import { payRenewal } from "./change-subscription.ts";
import { startTrial } from "./start-trial.ts";
import { presentSubscription } from "./subscription.present.ts";

/** The clock of a machine that is set back: what was done is not done again, and what is due still comes. */

const billing = setUpBilling({ at: "2026-12-31T09:00:00Z" });
beforeEach(() => billing.addMerchant());

const advance = async (at: string) => {
  await billing.advance(at);
  await billing.settle();
};
const state = async () => (await loadSubscription(billing.db)).state;
const declined = { state: "failed", failure: "balance" } as const;
const countEvents = async (name: string) =>
  (
    await billing.db.one<{ count: number }>(
      sql`select count(*)::int as count from base.events where name = ${name}`,
    )
  ).count;
const show = async () => (await presentSubscription(billing.deps)(billing.own(), "en")).subscription;

describe.each([
  ["an hour", "2027-01-31T08:00:30Z"],
  ["a day", "2027-01-30T09:00:30Z"],
])("when the clock goes back by %s", (_by, back) => {
  it("a renewal that was charged is not charged again, and the next one comes at its time", async () => {
    await aSubscription(billing.own());
    await advance("2027-01-31T09:00:30Z");
    for (const at of [back, "2027-01-31T09:00:00Z", "2027-01-31T09:00:30Z"]) await advance(at);
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await state()).toBe("active");
    await advance("2027-02-28T09:00:30Z");
    expect(billing.gateway.charges).toHaveLength(2);
    expect((await listPeriodRows(billing.db)).map(({ state }) => state)).toEqual(["paid", "paid", "paid"]);
  });

  it("while a renewal's charge is under way, it is charged once and its outcome is still found", async () => {
    await aSubscription(billing.own());
    billing.gateway.chargeResult = { state: "pending" };
    await advance("2027-01-31T09:00:30Z");
    await advance(back);
    const [payment] = billing.gateway.charges;
    billing.gateway.change(payment ?? "", { state: "paid" });
    for (const at of ["2027-01-31T09:30:00Z", "2027-01-31T10:01:00Z"]) {
      billing.clock.set(at);
      await billing.sweep();
      await advance(at);
    }
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await state()).toBe("active");
  });

  it("a renewal that was declined keeps its next try, which pays it once", async () => {
    await aSubscription(billing.own());
    billing.gateway.chargeResult = declined;
    await advance("2027-01-31T09:00:30Z");
    await advance(back);
    expect(billing.gateway.charges).toHaveLength(1);
    expect((await show())?.next).toMatchObject({ kind: "retries", at: "2027-02-01T09:00:00.000Z" });
    billing.gateway.chargeResult = {};
    await advance("2027-02-01T09:00:30Z");
    await advance("2027-01-31T09:00:30Z");
    await advance("2027-02-01T09:00:30Z");
    expect(billing.gateway.charges).toHaveLength(2);
    expect(await state()).toBe("active");
  });

  it("a form that was left then expires all the same, and the renewal goes on", async () => {
    await aSubscription(billing.own());
    billing.gateway.chargeResult = declined;
    await advance("2027-01-31T09:00:30Z");
    await payRenewal(billing.deps)(billing.own(), {
      choice: { source: "card", save_card: false },
      language: "ar",
    });
    await advance(back);
    billing.gateway.chargeResult = {};
    billing.clock.set("2027-02-01T09:01:00Z");
    await billing.sweep();
    for (const at of ["2027-02-01T10:02:00Z", "2027-02-01T11:03:00Z"]) await advance(at);
    expect(billing.gateway.charges).toHaveLength(2);
    expect(await state()).toBe("active");
  });
});

describe.each([
  ["an hour", 3_600_000],
  ["a day", 86_400_000],
])("when the clock goes back by %s in a trial", (_by, jump) => {
  const atDay = (day: number, back = 0) =>
    new Date(Date.parse("2026-12-31T09:00:30Z") + day * 86_400_000 - back).toISOString();

  it("each notice is published once, and it ends at its time without a charge", async () => {
    await startTrial(billing.deps)(billing.own());
    for (const day of [11, 13]) {
      for (const at of [atDay(day), atDay(day, jump), atDay(day)]) await advance(at);
    }
    expect(await countEvents("billing.trial_ending")).toBe(2);
    for (const at of [atDay(14), atDay(14, jump), atDay(14)]) await advance(at);
    expect(await state()).toBe("expired");
    expect(await countEvents("billing.trial_ending")).toBe(2);
    expect(billing.gateway.charges).toEqual([]);
  });

  it("it is on its first day, of 14, also before its own beginning", async () => {
    await startTrial(billing.deps)(billing.own());
    billing.clock.set(atDay(0, jump));
    expect((await show())?.trial).toMatchObject({ day: 1, days_left: 14 });
  });
});
