import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { addDays } from "#base/shared/riyadh-day.ts";
import type { BackTestAnswer, RuleAct, RuleFinding } from "../contract/rules.calls.ts";
import { openRulesApp, raiseTheWinner, stopTheLoser } from "../testing/rules-harness.ts";
import { deleteOldEvaluations } from "./evaluations.store.ts";

const app = await openRulesApp();
beforeEach(() => app.reset());
afterAll(() => app.db.close());

const create = (fields: object = stopTheLoser) => app.call("POST Clients/ControlRules/create", fields);
const list = async () =>
  (
    await app.call<{ items: { id: string; name: string }[]; findings: RuleFinding[]; settings: object }>(
      "GET Clients/ControlRules/index",
    )
  ).data;
const acts = async (query = "") =>
  (await app.call<{ items: RuleAct[]; next: string | null }>(`GET Clients/ControlRules/acts${query}`)).data;

describe("saving a rule", () => {
  it("leaves it off, without what its kind has no use for", async () => {
    const { status, data } = await create({
      ...stopTheLoser,
      change_unit: "percent",
      change_value: 20,
      platform: "meta",
    });
    expect([status, data]).toMatchObject([200, { status: "inactive", change_value: null, platform: null }]);
  });

  it("refuses all that is wrong with it at once, each on its field", async () => {
    const { status, fields } = await create({
      ...raiseTheWinner,
      change_value: 101,
      reach: "campaigns",
      schedule: "daily",
    });
    expect([status, Object.keys(fields).sort()]).toEqual([400, ["at_hour", "campaign_ids", "change_value"]]);
  });

  it("is for a product of one's own that has a page", async () => {
    await app.aProduct("prd_1", "https://nakhla.example/ajwa");
    await app.aProduct("prd_2", null);
    const forProduct = (name: string, product_id: string | null) =>
      create({ ...stopTheLoser, name, reach: "product", product_id });
    expect((await forProduct("أ", "prd_1")).data).toMatchObject({ product: { id: "prd_1", name: "عجوة" } });
    for (const product_id of [null, "prd_none", "prd_2"])
      expect(Object.keys((await forProduct("ب", product_id)).fields)).toEqual(["product_id"]);
  });

  it("keeps conditions, hours and a season, and refuses half of the hours", async () => {
    const more_conditions = [
      { join: "or", target: "sales", comparison: "less", basis: "own_week", value: 50 },
    ];
    const { id } = (await create({ ...stopTheLoser, more_conditions, hours_from: 18, hours_to: 2 })).data;
    expect((await app.call(`GET Clients/ControlRules/${id}`)).data).toMatchObject({
      more_conditions,
      hours_from: 18,
      hours_to: 2,
      season: null,
    });
    const changed = await app.call(`PUT Clients/ControlRules/${id}`, { ...stopTheLoser, season: "ramadan" });
    expect(changed.data).toMatchObject({ more_conditions: [], hours_from: null, season: "ramadan" });
    const half = await create({ ...stopTheLoser, name: "نصف", hours_from: 18 });
    expect([half.status, Object.keys(half.fields)]).toEqual([400, ["hours_to"]]);
    const none = await create({ ...stopTheLoser, name: "لا شيء", hours_from: 5, hours_to: 5 });
    expect([none.status, Object.keys(none.fields)]).toEqual([400, ["hours_to"]]);
  });

  it("refuses a name that another rule has, however it is spelled", async () => {
    await create({ ...stopTheLoser, name: "أوقِف الخاسر" });
    expect((await create()).status).toBe(409);
  });

  it("changes, finds and deletes it", async () => {
    const { id } = (await create()).data;
    await app.call(`PUT Clients/ControlRules/${id}`, { ...stopTheLoser, value: 150 });
    expect((await app.call(`GET Clients/ControlRules/${id}`)).data).toMatchObject({ value: 150 });
    expect((await app.call(`DELETE Clients/ControlRules/${id}`)).status).toBe(200);
    expect((await app.call(`GET Clients/ControlRules/${id}`)).status).toBe(404);
    expect((await app.call(`DELETE Clients/ControlRules/${id}`)).status).toBe(404);
  });
});

describe("rules that are on together", () => {
  it("are refused where they could lead a budget past the ceiling, with the numbers", async () => {
    await app.aRunningCampaign("تمور");
    await app.call("PUT Clients/ControlRules/settings", {
      raise_ceiling_halalas: 1_000_00,
      budget_ceiling_halalas: 150_00,
    });
    const { id } = (await create(raiseTheWinner)).data;
    const on = await app.call(`POST Clients/ControlRules/${id}/status`, { status: "active", mode: "live" });
    expect(on.status).toBe(409);
    expect(on.messages[0]).toContain("تمور");
    expect((await app.call(`GET Clients/ControlRules/${id}`)).data).toMatchObject({ status: "inactive" });
    const trial = await app.call(`POST Clients/ControlRules/${id}/status`, {
      status: "active",
      mode: "shadow",
    });
    expect(trial.status).toBe(200);
  });

  it("refuse a ceiling that they could pass", async () => {
    await app.aRunningCampaign();
    await app.aRule(raiseTheWinner);
    const lower = { raise_ceiling_halalas: 1_000_00, budget_ceiling_halalas: 150_00 };
    expect((await app.call("PUT Clients/ControlRules/settings", lower)).status).toBe(409);
  });

  it("refuse one that can never act", async () => {
    const { id } = (await create({ ...stopTheLoser, target: "spend", value: 5_000 })).data;
    expect(
      (await app.call(`POST Clients/ControlRules/${id}/status`, { status: "active", mode: "live" })).status,
    ).toBe(409);
  });

  it("are shown with what they could do", async () => {
    await app.aRunningCampaign("تمور");
    await app.aRule({ ...raiseTheWinner, value: 50 });
    await app.aRule(stopTheLoser);
    expect((await list()).findings).toMatchObject([
      { kind: "opposite", campaigns: [{ name: "تمور" }] },
      { kind: "reach", from_halalas: 100_00 },
    ]);
  });
});

describe("what rules did", () => {
  async function anAct() {
    const id = await app.aRunningCampaign("تمور");
    await app.aRule(raiseTheWinner);
    app.see(id, { spend: 20_000, sales: 80_000 });
    await app.runAt("2026-11-21T10:00:00Z");
    return id;
  }

  it("is listed with its figures, page by page", async () => {
    await anAct();
    expect(await acts()).toMatchObject({
      items: [
        {
          rule: { name: "زد الرابح" },
          campaign: { name: "تمور" },
          conditions: [{ seen: 400, is_met: true }],
          to_halalas: 115_00,
        },
      ],
      next: null,
    });
    const first = await acts("?size=1");
    expect(first.next).not.toBeNull();
    expect((await acts(`?size=1&after=${encodeURIComponent(first.next ?? "")}`)).items).toEqual([]);
  });

  it("is undone while the campaign is as it left it; twice is once", async () => {
    const id = await anAct();
    const [act] = (await acts()).items;
    expect((await app.call(`POST Clients/ControlRules/acts/${act?.id}/undo`)).data).toMatchObject({
      outcome: "undone",
    });
    expect((await app.call(`POST Clients/ControlRules/acts/${act?.id}/undo`)).status).toBe(200);
    expect(await app.campaign(id)).toMatchObject({ daily_budget_halalas: 100_00 });
  });

  it("runs a campaign again that a rule stopped", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule(stopTheLoser);
    app.see(id, { spend: 20_000, sales: 1_000 });
    await app.runAt("2026-11-21T10:00:00Z");
    const [act] = (await acts()).items;
    await app.call(`POST Clients/ControlRules/acts/${act?.id}/undo`);
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
  });

  it("is not undone over a newer change, nor after seven days", async () => {
    const id = await anAct();
    const [act] = (await acts()).items;
    await app.db.run(sql`update campaigns.campaigns set daily_budget_halalas = 12000 where id = ${id}`);
    expect((await app.call(`POST Clients/ControlRules/acts/${act?.id}/undo`)).status).toBe(409);
    app.campaignsApp.worldClock.set("2026-11-28T10:00:01Z");
    expect((await acts()).items).toMatchObject([{ undo_until: null }]);
    expect((await app.call(`POST Clients/ControlRules/acts/${act?.id}/undo`)).status).toBe(409);
  });

  it("says why a rule did nothing, and forgets it in time", async () => {
    const id = await app.aRunningCampaign("تمور");
    const rule = await app.aRule(stopTheLoser);
    app.see(id, { spend: 9_000, sales: 0 });
    await app.runAt("2026-11-21T10:00:00Z");
    expect((await app.call(`GET Clients/ControlRules/${rule}/evaluations`)).data).toMatchObject({
      items: [{ campaign: { name: "تمور" }, decision: "spend_too_small", spend_halalas: 9_000, times: 1 }],
    });
    const first = await app.call<{ next: string | null }>(
      `GET Clients/ControlRules/${rule}/evaluations?size=1`,
    );
    const after = encodeURIComponent(first.data.next ?? "");
    const rest = await app.call(`GET Clients/ControlRules/${rule}/evaluations?size=1&after=${after}`);
    expect(rest.data).toMatchObject({ items: [], next: null });
    await deleteOldEvaluations(app.db, { now: new Date("2026-12-30T10:00:00Z"), size: 10 });
    expect(await app.evaluations()).toEqual([]);
  });
});

describe("a back-test", () => {
  it("says what the rule would have done, on the figures as they were known then", async () => {
    const id = await app.aRunningCampaign("تمور");
    for (let day = 1; day <= 10; day += 1) {
      const on = addDays(app.today(), -day);
      await app.recordFact(id, { day: on, knownAt: `${on}T20:00:00Z`, spend: 10_000, sales: 8_000 });
    }
    const { data } = await app.call<BackTestAnswer>("POST Clients/ControlRules/back-test", stopTheLoser);
    expect(data).toMatchObject({
      tested_campaigns: 1,
      result: { acts: 1, saved: { low: 70_000, high: 90_000 }, lost_sales: { low: 56_000, high: 72_000 } },
      nearby: [
        { value: 96, acts: 1 },
        { value: 144, acts: 1 },
      ],
      acts: [
        {
          campaign: { name: "تمور" },
          conditions: [{ seen: 80, is_met: true }],
          kind: "stop",
          was_right: true,
        },
      ],
    });
    expect((await list()).items).toEqual([]);
  });

  it("has nothing to test where there are no figures", async () => {
    await app.aRunningCampaign();
    const { data } = await app.call<BackTestAnswer>("POST Clients/ControlRules/back-test", stopTheLoser);
    expect(data).toMatchObject({ tested_campaigns: 0, acts: [] });
  });
});
