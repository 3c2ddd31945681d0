import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { openRulesApp, raiseTheWinner, stopTheLoser } from "../testing/rules-harness.ts";
import { listDueMerchants } from "./control-rules.store.ts";
import { rulesJobs } from "./rules.jobs.ts";
import { stopFailingRule } from "./stop-failing-rule.ts";

const app = await openRulesApp();
beforeEach(() => app.reset());
afterAll(() => app.db.close());

const losing = { spend: 20_000, sales: 16_000 };
const winning = { spend: 20_000, sales: 80_000 };

describe("a live rule", () => {
  it("stops a losing campaign in its own name, and records what it saw", async () => {
    const id = await app.aRunningCampaign();
    const rule = await app.aRule(stopTheLoser);
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused", status_reason: "rule" });
    expect(await app.acts()).toMatchObject([
      {
        rule_id: rule,
        campaign_id: id,
        kind: "stop",
        conditions: [{ seen: 80 }],
        spend_halalas: 20_000,
        outcome: "done",
      },
    ]);
    const log = await app.campaignsApp.act(`GET Clients/Campaigns/${id}/changes`);
    expect(log).toMatchObject({
      data: {
        items: expect.arrayContaining([
          expect.objectContaining({ verb: "paused", by: "rule", reason: "rule" }),
        ]),
      },
    });
  });

  it("raises once, whatever is evaluated again within its cooldown", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await app.runAt("2026-11-21T10:00:00Z");
    await app.runAt("2026-11-21T10:00:00Z");
    app.see(id, winning);
    await app.runAt("2026-11-21T11:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ daily_budget_halalas: 115_00 });
    expect(await app.acts()).toHaveLength(1);
    expect((await app.evaluations()).map(({ decision }) => decision)).toEqual(["acted", "changed_lately"]);
  });

  it("does not act on stale figures, or without any", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(stopTheLoser);
    await app.runAt("2026-11-21T10:00:00Z");
    app.see(id, losing);
    app.readFiguresAt("2026-11-21T07:00:00Z");
    await app.runAt("2026-11-21T11:00:00Z");
    expect((await app.evaluations()).map(({ decision }) => decision)).toEqual([
      "no_figures",
      "figures_stale",
    ]);
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
  });

  it("keeps what the wallet refuses, and changes nothing", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    app.campaignsApp.wallet.refuse("wallet.balance_not_enough", 402);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.acts()).toMatchObject([{ outcome: "refused", refusal: "wallet.balance_not_enough" }]);
    expect(await app.campaign(id)).toMatchObject({ daily_budget_halalas: 100_00 });
  });

  it("raises no further than all rules together may in a day", async () => {
    const ids = [await app.aRunningCampaign("أولى"), await app.aRunningCampaign("ثانية")];
    await app.call("PUT Clients/ControlRules/settings", {
      raise_ceiling_halalas: 20_00,
      budget_ceiling_halalas: null,
    });
    await app.aRule(raiseTheWinner);
    for (const id of ids) app.see(id, winning);
    await app.runAt("2026-11-21T10:00:00Z");
    const budgets = await Promise.all(ids.map((id) => app.campaign(id)));
    expect(budgets.map(({ daily_budget_halalas }) => daily_budget_halalas).sort()).toEqual([100_00, 115_00]);
    expect((await app.evaluations()).map(({ decision }) => decision).sort()).toEqual([
      "acted",
      "ceiling_reached",
    ]);
  });

  it("stops rather than raises where two rules fight, and leaves what a merchant changed meanwhile", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...raiseTheWinner, value: 50 });
    await app.aRule(stopTheLoser);
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.acts()).toMatchObject([{ kind: "stop" }]);
  });

  it("is off within the run once all rules are stopped", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(stopTheLoser);
    app.see(id, losing);
    await app.call("POST Clients/ControlRules/stop-all", { stopped: true });
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.acts()).toEqual([]);
    await app.call("POST Clients/ControlRules/stop-all", { stopped: false });
    app.see(id, losing);
    await app.runAt("2026-11-21T11:00:00Z");
    expect(await app.acts()).toHaveLength(1);
  });

  it("is switched off by the product when half of its last acts failed", async () => {
    const rule = await app.aRule(raiseTheWinner);
    const ctx = () => testContext(app.db, "mer_1", app.campaignsApp.worldClock.now());
    const ids: string[] = [];
    for (let number = 0; number < 20; number += 1) ids.push(await app.aRunningCampaign(`حملة ${number}`));
    for (const id of ids.slice(0, 10)) app.see(id, winning);
    await app.runAt("2026-11-21T10:00:00Z");
    await stopFailingRule(ctx(), rule);
    expect(await app.call(`GET Clients/ControlRules/${rule}`)).toMatchObject({ data: { status: "active" } });
    for (const id of ids.slice(10)) app.see(id, winning);
    app.campaignsApp.wallet.refuse("wallet.balance_not_enough", 402);
    await app.runAt("2026-11-21T11:00:00Z");
    expect(await app.call(`GET Clients/ControlRules/${rule}`)).toMatchObject({
      data: { status: "inactive", stop_reason: "acts_failed" },
    });
  });

  it("costs no row where it decides the same on the same figures", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(stopTheLoser);
    for (const at of ["10:00", "10:15", "10:30"]) {
      app.see(id, winning);
      await app.runAt(`2026-11-21T${at}:00Z`);
    }
    expect(await app.evaluations()).toMatchObject([
      { decision: "not_met", times: 3, conditions: [{ seen: 400 }] },
    ]);
  });
});

describe("a pause until tomorrow", () => {
  const pause: typeof stopTheLoser = { ...stopTheLoser, action: "pause_until_tomorrow", schedule: "hourly" };
  async function aPausedCampaign() {
    const id = await app.aRunningCampaign();
    const rule = await app.aRule(pause);
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused", status_reason: "rule" });
    return { id, rule };
  }

  it("ends at midnight in Riyadh, once, and its merchant is enqueued for it", async () => {
    const { id, rule } = await aPausedCampaign();
    await app.call(`POST Clients/ControlRules/${rule}/status`, { status: "inactive", mode: "live" });
    await app.runAt("2026-11-21T20:59:59Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused" });
    const midnight = new Date("2026-11-21T21:00:00Z");
    expect(
      await listDueMerchants(app.db, { now: midnight, systemNow: midnight, after: "", size: 10 }),
    ).toEqual(["mer_1"]);
    await app.runAt("2026-11-21T21:00:00Z");
    await app.runAt("2026-11-21T21:01:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
    expect(await app.acts()).toMatchObject([{ kind: "pause", resume_at: null }]);
    expect(
      await listDueMerchants(app.db, { now: midnight, systemNow: midnight, after: "", size: 10 }),
    ).toEqual([]);
  });

  it("leaves alone what the merchant has done with the campaign since", async () => {
    const { id } = await aPausedCampaign();
    await app.campaignsApp.act(`POST Clients/Campaigns/${id}/relaunch`);
    await app.campaignsApp.act(`POST Clients/Campaigns/${id}/pause`);
    await app.runAt("2026-11-21T21:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused", status_reason: "merchant" });
    expect(await app.acts()).toMatchObject([{ resume_at: null }]);
  });

  it("leaves alone what another rule has stopped since", async () => {
    const { id } = await aPausedCampaign();
    await app.campaignsApp.act(`POST Clients/Campaigns/${id}/relaunch`);
    await app.aRule({ ...stopTheLoser, name: "أوقف نهائيًا" });
    app.see(id, losing);
    app.readFiguresAt("2026-11-21T18:30:00Z");
    await app.runAt("2026-11-21T18:30:00Z");
    await app.runAt("2026-11-21T21:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused" });
  });

  it("is tried again an hour later when the wallet refuses", async () => {
    const { id } = await aPausedCampaign();
    app.campaignsApp.wallet.refuse("wallet.balance_not_enough", 402);
    await app.runAt("2026-11-21T21:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused" });
    expect((await app.acts())[0]?.resume_at).toEqual(new Date("2026-11-21T22:00:00Z"));
  });

  it("can be undone until it is over", async () => {
    const { id } = await aPausedCampaign();
    const [act] = await app.acts();
    expect((await app.call(`POST Clients/ControlRules/acts/${act?.id}/undo`)).status).toBe(200);
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
    expect(await app.acts()).toMatchObject([{ outcome: "undone", resume_at: null }]);
  });
});

describe("a rule's further conditions", () => {
  it("look at the campaign's own week before", async () => {
    const id = await app.aRunningCampaign();
    const rule: typeof stopTheLoser = { ...stopTheLoser, target: "roas", basis: "own_week", value: 50 };
    await app.aRule(rule);
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    app.seeBefore(id, { spend: 70_000, sales: 140_000 });
    app.see(id, losing);
    await app.runAt("2026-11-21T10:30:00Z");
    expect((await app.evaluations()).map(({ decision, conditions }) => [decision, conditions])).toEqual([
      ["no_week_before", [expect.objectContaining({ basis: "own_week", value: 50, seen: null })]],
      ["acted", [expect.objectContaining({ seen: 40 })]],
    ]);
  });

  it("bring a budget back to what it was before rules raised it", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    app.see(id, winning);
    await app.runAt("2026-11-21T10:00:00Z");
    await app.aRule({ ...stopTheLoser, action: "restore_budget", name: "أعدها" });
    app.see(id, losing);
    app.readFiguresAt("2026-11-21T18:00:00Z");
    await app.runAt("2026-11-21T18:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ daily_budget_halalas: 100_00, status: "active" });
    app.see(id, losing);
    app.readFiguresAt("2026-11-22T06:00:00Z");
    await app.runAt("2026-11-22T06:00:00Z");
    expect((await app.evaluations()).at(-1)).toMatchObject({ decision: "nothing_to_restore" });
  });

  it("are looked at in the rule's season and hours alone", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...stopTheLoser, season: "ramadan" });
    await app.aRule({ ...stopTheLoser, name: "ليلًا", hours_from: 22, hours_to: 2 });
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.evaluations()).toEqual([]);
    app.see(id, losing);
    app.readFiguresAt("2026-11-21T19:30:00Z");
    await app.runAt("2026-11-21T19:30:00Z");
    expect(await app.acts()).toMatchObject([{ kind: "stop" }]);
  });
});

describe("a rule for a product", () => {
  it("reaches every campaign that leads to the product's page, new ones too, and no other", async () => {
    await app.aProduct("prd_1", "https://nakhla.example/ajwa/");
    const own = await app.aRunningCampaign();
    const { id: elsewhere } = await app.campaignsApp.aCampaign({
      name: "عسل",
      landing_url: "https://nakhla.example/honey",
    });
    await app.db.run(sql`
      update campaigns.ads set target_url = 'https://nakhla.example/honey' where campaign_id = ${elsewhere}`);
    await app.campaignsApp.act(`POST Clients/Campaigns/${elsewhere}/start`);
    await app.aRule({ ...stopTheLoser, reach: "product", product_id: "prd_1" });
    for (const id of [own, elsewhere]) app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.acts()).toMatchObject([{ campaign_id: own }]);
    const later = await app.aRunningCampaign("تمور العيد");
    for (const id of [later, elsewhere]) app.see(id, losing);
    await app.runAt("2026-11-21T11:00:00Z");
    expect((await app.acts()).map(({ campaign_id }) => campaign_id)).toEqual([own, later]);
  });
});

describe("a rule on trial", () => {
  it("only records what it would do", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(stopTheLoser, "shadow");
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect(await app.acts()).toMatchObject([{ mode: "shadow", kind: "stop", outcome: "recorded" }]);
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
  });
});

describe("merchants with a rule that is due", () => {
  it("are enqueued once each, and those without are not", async () => {
    await app.aRule(stopTheLoser);
    const jobs = () =>
      app.db.many(sql`
        select details from base.events where name = 'job.enqueued' and details ->> 'job' = 'rules-evaluate'`);
    const look = async (at: string) => {
      app.campaignsApp.worldClock.set(at);
      const job = rulesJobs(app.deps).find(({ name }) => name === "rules-enqueue-due");
      await job?.run({}, new AbortController().signal);
    };
    await look("2026-11-21T08:00:00Z");
    expect(await jobs()).toEqual([]);
    await look("2026-11-21T10:00:00Z");
    expect(await jobs()).toMatchObject([{ details: { input: { merchant_id: "mer_1" } } }]);
  });
});
