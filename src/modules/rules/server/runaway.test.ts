import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { RuleFinding } from "../contract/rules.calls.ts";
import { openRulesApp, raiseTheWinner, stopTheLoser } from "../testing/rules-harness.ts";
import type { RulesDeps } from "./deps.ts";
import { evaluateMerchant } from "./evaluate-merchant.ts";

/** Whatever goes wrong around them, rules end within their guardrails. */

const app = await openRulesApp();
beforeEach(() => app.reset());
afterAll(() => app.db.close());

const losing = { spend: 20_000, sales: 16_000 };
const winning = { spend: 20_000, sales: 80_000 };
const first = "2026-11-21T10:00:00Z";
const hourMs = 3_600_000;

const budgetOnly = async (id: string) => (await app.campaign(id)).daily_budget_halalas;
/** A run with fresh figures of all campaigns that were seen. */
async function runFresh(at: Date | string) {
  const moment = new Date(at).toISOString();
  app.readFiguresAt(moment);
  await app.runAt(moment);
}
const edit = (id: string, halalas: number) =>
  app.db.run(sql`update campaigns.campaigns set daily_budget_halalas = ${halalas} where id = ${id}`);
/** One run in which something happens just before a rule's change of a budget is carried out. */
function runWith(changeBudgetFrom: RulesDeps["campaigns"]["changeBudgetFrom"], at = first) {
  app.campaignsApp.worldClock.set(at);
  const deps = { ...app.deps, campaigns: { ...app.deps.campaigns, changeBudgetFrom } };
  return evaluateMerchant(deps)(app.db, { merchantId: "mer_1", now: new Date(at) });
}
const change = (...input: Parameters<RulesDeps["campaigns"]["changeBudgetFrom"]>) =>
  app.deps.campaigns.changeBudgetFrom(...input);

describe("figures that prove nothing", () => {
  it.each([
    ["none at all", null],
    ["stale by a second", "2026-11-21T06:59:59Z"],
  ])("raise nothing: %s", async (_name, readAt) => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    app.readFiguresAt(readAt);
    await app.runAt(first);
    expect(await budgetOnly(id)).toBe(100_00);
  });

  it.each([
    ["no spend and no sales", { spend: 0, sales: 0 }],
    ["sales without a spend", { spend: 0, sales: 900_000 }],
    ["more given back than sold", { spend: 20_000, sales: -5_000 }],
  ])("raise nothing: %s", async (_name, figures) => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...raiseTheWinner, min_spend_halalas: 0 });
    app.see(id, figures);
    await app.runAt(first);
    expect([await budgetOnly(id), await app.acts()]).toEqual([100_00, []]);
  });
});

describe("what happens meanwhile", () => {
  it("a merchant's own change stands, and the act is kept as refused", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await runWith(async (ctx, input) => {
      await ctx.tx.run(sql`update campaigns.campaigns set daily_budget_halalas = 13000 where id = ${id}`);
      await change(ctx, input);
    });
    expect(await app.acts()).toMatchObject([{ outcome: "refused", refusal: "campaigns.changed_since" }]);
    expect(await budgetOnly(id)).toBe(130_00);
  });

  it("killed between act and record leaves neither, and the next run acts once", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    const killed = runWith(async (ctx, input) => {
      await change(ctx, input);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect([await budgetOnly(id), await app.acts()]).toEqual([100_00, []]);
    await app.runAt(first);
    await app.runAt(first);
    expect(await budgetOnly(id)).toBe(115_00);
  });

  it("a platform that is down does not lead to a second raise", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await app.runAt(first);
    // The raise was never confirmed; each further run sees it as done all the same.
    for (let quarter = 1; quarter <= 8; quarter += 1)
      await runFresh(new Date(new Date(first).getTime() + quarter * 15 * 60_000));
    expect([await budgetOnly(id), (await app.acts()).length]).toEqual([115_00, 1]);
  });

  it("a campaign that differs on its platform is left alone", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(stopTheLoser);
    app.see(id, losing);
    await app.db.run(
      sql`update campaigns.campaign_sync set drift_daily_budget_halalas = 7700, drift_since = now() where id = ${id}`,
    );
    await app.runAt(first);
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
    expect(await app.evaluations()).toMatchObject([{ decision: "budget_differs" }]);
  });

  it.each(["switched off", "deleted", "edited"])("a rule that is %s acts no more", async (what) => {
    const ids = [await app.aRunningCampaign("أولى"), await app.aRunningCampaign("ثانية")];
    const rule = await app.aRule(raiseTheWinner);
    for (const id of ids) app.see(id, winning);
    let done = 0;
    await runWith(async (ctx, input) => {
      done += 1;
      await change(ctx, input);
      if (what === "deleted") await ctx.tx.run(sql`delete from rules.control_rules where id = ${rule}`);
      if (what === "switched off")
        await ctx.tx.run(sql`
          update rules.control_rules set status = 'inactive', next_run_at = null where id = ${rule}`);
      if (what === "edited")
        await ctx.tx.run(sql`
          update rules.control_rules set updated_at = updated_at + interval '1 minute' where id = ${rule}`);
    });
    expect([done, (await app.acts()).length]).toEqual([1, 1]);
  });

  it("five evaluations at once act once", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await Promise.all(Array.from({ length: 5 }, () => app.runAt(first)));
    expect([await budgetOnly(id), (await app.acts()).length]).toEqual([115_00, 1]);
  });
});

describe("a clock that jumps", () => {
  it("a year ahead makes up for no run that was missed", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await runFresh("2027-11-21T10:00:00Z");
    await runFresh("2027-11-21T10:00:01Z");
    expect(await budgetOnly(id)).toBe(115_00);
  });

  it("back gives no second act", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await runFresh("2026-11-22T10:00:00Z");
    await app.db.run(sql`update rules.control_rules set next_run_at = ${new Date(first)}`);
    await runFresh(first);
    expect(await budgetOnly(id)).toBe(115_00);
  });
});

describe("rules that go wild together", () => {
  it("ten that raise one campaign keep to its acts of a day and to their cooldown", async () => {
    const id = await app.aRunningCampaign();
    for (let number = 1; number <= 10; number += 1)
      await app.aRule({ ...raiseTheWinner, name: `زد ${number}`, cooldown_hours: 1 });
    app.see(id, winning);
    // Noon to eleven at night in Riyadh.
    for (let hour = 9; hour <= 20; hour += 1)
      await runFresh(`2026-11-21T${String(hour).padStart(2, "0")}:30:00Z`);
    expect((await app.acts()).length).toBe(3);
  });

  it("one that asks for everything gets no more than the cap at a time", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...raiseTheWinner, change_unit: "amount", change_value: 100_000_000_000 });
    app.see(id, winning);
    await app.runAt(first);
    expect(await budgetOnly(id)).toBe(120_00);
  });

  it("a week of nothing but good news stays below what was foreseen", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...raiseTheWinner, cooldown_hours: 6, change_value: 20 });
    const { findings } = (await app.call<{ findings: RuleFinding[] }>("GET Clients/ControlRules/index")).data;
    const foreseen = findings.find(({ kind }) => kind === "reach")?.to_halalas ?? 0;
    app.see(id, winning);
    // The first run is at midnight in Riyadh: seven whole days.
    const start = startOfRiyadhDay(toRiyadhDay(new Date("2026-11-22T10:00:00Z"))).getTime();
    for (let hour = 0; hour < 168; hour += 6) await runFresh(new Date(start + hour * hourMs));
    const reached = await budgetOnly(id);
    expect(reached).toBeGreaterThan(300_00);
    expect(reached).toBeLessThanOrEqual(foreseen);
  });

  it("raise and way back do not swing more often than the campaign may change", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...raiseTheWinner, value: 50, cooldown_hours: 1 });
    await app.aRule({
      ...raiseTheWinner,
      name: "أعدها",
      value: 50,
      action: "restore_budget",
      cooldown_hours: 1,
    });
    app.see(id, winning);
    for (let hour = 9; hour <= 20; hour += 1)
      await runFresh(`2026-11-21T${String(hour).padStart(2, "0")}:30:00Z`);
    expect((await app.acts()).length).toBe(3);
    expect(await budgetOnly(id)).toBeLessThanOrEqual(115_00);
  });

  it("a pause comes at most once a day, and a campaign of the merchant's own pause stays paused", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...stopTheLoser, action: "pause_until_tomorrow" });
    app.see(id, losing);
    for (let hour = 0; hour < 72; hour += 3)
      await runFresh(new Date(new Date("2026-11-20T21:00:00Z").getTime() + hour * hourMs));
    const days = (await app.acts()).map(({ acted_at }) => toRiyadhDay(acted_at));
    expect(days).toEqual([...new Set(days)]);
    await app.db.run(
      sql`update campaigns.campaigns set status = 'paused', status_reason = 'merchant' where id = ${id}`,
    );
    await runFresh("2026-11-24T09:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused", status_reason: "merchant" });
  });

  it("a budget that a merchant sets by hand is the one to go back to", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await runFresh(first);
    await edit(id, 200_00);
    await runFresh("2026-11-21T17:00:00Z");
    expect(await budgetOnly(id)).toBe(230_00);
    await app.aRule({ ...stopTheLoser, name: "أعدها", action: "restore_budget", cooldown_hours: 1 });
    app.see(id, losing);
    for (const hour of ["19", "21", "23"]) await runFresh(`2026-11-21T${hour}:00:00Z`);
    expect(await budgetOnly(id)).toBe(200_00);
  });
});
