import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { undoOperation } from "#base/server/operations/change-operation.ts";
import { toOperationKinds } from "#base/server/operations/define-operation.ts";
import { listItems, loadOperation } from "#base/server/operations/operations.store.ts";
import { runSlice } from "#base/server/operations/run-slice.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { testContext } from "#base/testing/context.ts";
import { planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { BulkBody, BulkPreview } from "../contract/bulk.ts";
import type { BulkStatusAction } from "../contract/enums.ts";
import type { AdGroupFields, CampaignDetails, CampaignFields } from "../contract/shapes.ts";
import { adGroupBody, campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { bulkOperations } from "./bulk-campaigns.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(async () => {
  await testApp.server.app.close();
  await testApp.db.close();
});

const kinds = () => toOperationKinds(bulkOperations(testApp.deps));

/** Runs the operation as its job would, and answers with it and the reasons by campaign. */
async function finish({ id: operationId }: { id: string }) {
  const { db, systemClock, worldClock } = testApp;
  const run = runSlice({ db, log: makeLog("silent"), systemClock, worldClock, kinds: kinds() });
  await run({ merchantId: "mer_1", operationId });
  const items = await listItems(testApp.ctx(), { operationId, after: 0, limit: 500 });
  return {
    ...(await loadOperation(testApp.ctx(), { operationId })),
    reasons: Object.fromEntries(items.map(({ subject, refusal_code }) => [subject, refusal_code])),
  };
}
const bulk = (action: BulkStatusAction, ids: string[]) => bulkBy({ action, ids });
async function bulkBy(body: BulkBody) {
  const answer = await testApp.act("POST Clients/Campaigns/bulk", body);
  expect(answer.status, answer.envelope.messages[0]).toBe(200);
  return finish(answer.data as OperationRow);
}
const undo = async (operation: { id: string }) =>
  finish(await transact(testApp.ctx(), (ctx) => undoOperation(kinds())(ctx, { operationId: operation.id })));

const act = (id: string, action: string) => testApp.act(`POST Clients/Campaigns/${id}/${action}`);
async function aCampaignThatIs(status: "created" | "active" | "paused" | "archived", name: string) {
  const { id } = await testApp.aCampaign({ name });
  if (status === "active" || status === "paused") await act(id, "start");
  if (status === "paused") await act(id, "pause");
  if (status === "archived") await act(id, "archive");
  return id;
}
async function loadStatuses(...ids: string[]) {
  const rows = await testApp.db.many<{ id: string; status: string }>(
    sql`select id, status from campaigns.campaigns`,
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
}

describe("pausing many campaigns", () => {
  it("pauses those that run, leaves paused ones alone, and says why the others stay", async () => {
    const active = await aCampaignThatIs("active", "active");
    const paused = await aCampaignThatIs("paused", "paused");
    const created = await aCampaignThatIs("created", "created");
    const archived = await aCampaignThatIs("archived", "archived");
    const result = await bulk("pause", [active, paused, created, archived, "cmp_of_somebody_else"]);
    expect(result).toMatchObject({ status: "partially_failed", total: 5, done: 2, failed: 3 });
    expect(result.reasons).toEqual({
      [active]: null,
      [paused]: null,
      [created]: "campaigns.not_started",
      [archived]: "campaigns.campaign_closed",
      cmp_of_somebody_else: "base.not_found",
    });
    expect(await loadStatuses(active, paused, created, archived)).toEqual([
      "paused",
      "paused",
      "created",
      "archived",
    ]);
  });

  it("names its campaigns as their merchant does, and nobody else's", async () => {
    const id = await aCampaignThatIs("created", "تمور العجوة");
    const pause = kinds().get("campaigns.pause");
    const titles = await pause?.loadTitles?.(testApp.ctx(), [id, "cmp_unknown"]);
    expect(titles).toEqual(new Map([[id, "تمور العجوة"]]));
    const other = testContext(testApp.db, "mer_2");
    expect(await pause?.loadTitles?.(other, [id])).toEqual(new Map());
  });

  it("is undone by running again exactly those that it paused", async () => {
    const active = await aCampaignThatIs("active", "active");
    const paused = await aCampaignThatIs("paused", "paused");
    const undone = await undo(await bulk("pause", [active, paused]));
    expect(undone).toMatchObject({ status: "succeeded", total: 1, done: 1 });
    expect(await loadStatuses(active, paused)).toEqual(["active", "paused"]);
  });

  it("names the merchant in the audit log and on the events, as a single pause does", async () => {
    const active = await aCampaignThatIs("active", "active");
    await bulk("pause", [active]);
    const [entry] = await listAudit(testApp.ctx(), { subject: active });
    expect(entry).toMatchObject({ action: "campaign.paused", actor_kind: "member", actor_id: "mer_1" });
    const events = await testApp.db.many(sql`
      select actor_kind, actor_id, details from base.events where name = 'campaign.paused'`);
    expect(events).toMatchObject([
      { actor_kind: "member", actor_id: "mer_1", details: { campaign_id: active, reason: "merchant" } },
    ]);
  });
});

describe("starting many campaigns", () => {
  it("starts those that never ran, runs paused ones again, and leaves running ones alone", async () => {
    const created = await aCampaignThatIs("created", "created");
    const paused = await aCampaignThatIs("paused", "paused");
    const active = await aCampaignThatIs("active", "active");
    const result = await bulk("start", [created, paused, active]);
    expect(result).toMatchObject({ status: "succeeded", done: 3 });
    expect(await loadStatuses(created, paused, active)).toEqual(["active", "active", "active"]);

    expect(await undo(result)).toMatchObject({ status: "succeeded", total: 2 });
    expect(await loadStatuses(created, paused, active)).toEqual(["paused", "paused", "active"]);
  });

  it.each([
    ["wallet.balance_not_enough", 402],
    ["wallet.card_required", 409],
  ])("refuses each that the wallet refuses with %s, and that one alone", async (code, status) => {
    const paused = await aCampaignThatIs("paused", "paused");
    const created = await aCampaignThatIs("created", "created");
    testApp.wallet.held.set(paused, 10_000_000); // only what grows is refused, and this covers it
    testApp.wallet.refuse(code, status);
    const result = await bulk("start", [created, paused]);
    expect(result.reasons).toEqual({ [created]: code, [paused]: null });
    expect(await loadStatuses(created, paused)).toEqual(["created", "active"]);
  });

  it("is one operation however often the same request comes", async () => {
    const created = await aCampaignThatIs("created", "created");
    const send = () =>
      testApp.server.call("POST Clients/Campaigns/bulk", {
        as: "mer_1",
        key: "one-and-the-same",
        body: { action: "start", ids: [created] },
      });
    expect((await send()).data).toEqual((await send()).data);
    expect(await testApp.db.many(sql`select id from base.operations`)).toHaveLength(1);
  });

  it("takes one to five hundred campaigns, each once", async () => {
    const ids = Array.from({ length: 501 }, (_, index) => `cmp_${index}`);
    const send = async (list: string[]) =>
      (await testApp.act("POST Clients/Campaigns/bulk", { action: "start", ids: list })).status;
    expect(await send([])).toBe(400);
    expect(await send(ids)).toBe(400);
    expect(await send(["cmp_1", "cmp_1"])).toBe(400);
    expect(await send(ids.slice(1))).toBe(200);
  });
});

describe("ending many campaigns", () => {
  it("archives them, running ones too, and cannot be undone", async () => {
    const active = await aCampaignThatIs("active", "active");
    const created = await aCampaignThatIs("created", "created");
    const result = await bulk("archive", [active, created]);
    expect(result).toMatchObject({ status: "succeeded", done: 2 });
    expect(await loadStatuses(active, created)).toEqual(["archived", "archived"]);
    await expect(undo(result)).rejects.toThrow("base.operation_not_undoable");
  });

  it("deletes them, whatever they were", async () => {
    const ids = [await aCampaignThatIs("active", "active"), await aCampaignThatIs("archived", "archived")];
    expect(await bulk("delete", ids)).toMatchObject({ status: "succeeded", done: 2 });
    expect(await loadStatuses(...ids)).toEqual(["deleted", "deleted"]);
  });
});

describe("changing the budgets of many campaigns", () => {
  const loadBudgets = async (...ids: string[]) => {
    const rows = await testApp.db.many<{ id: string; daily_budget_halalas: number }>(
      sql`select id, daily_budget_halalas from campaigns.campaigns`,
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.daily_budget_halalas);
  };
  const raise = { kind: "percent", basis_points: 2_000 } as const;

  it("adds a share to each, refuses each that its platform or its status refuses, and is undone", async () => {
    const one = await testApp.aCampaign({ name: "one", daily_budget_halalas: 120_00 });
    const two = await testApp.aCampaign({ name: "two", daily_budget_halalas: 150_00 });
    const ended = await aCampaignThatIs("archived", "ended");
    const result = await bulkBy({ action: "budget", ids: [one.id, two.id, ended], change: raise });
    expect(result.reasons).toEqual({ [one.id]: null, [two.id]: null, [ended]: "campaigns.campaign_closed" });
    expect(await loadBudgets(one.id, two.id)).toEqual([144_00, 180_00]);
    expect(await undo(result)).toMatchObject({ status: "succeeded", done: 2 });
    expect(await loadBudgets(one.id, two.id)).toEqual([120_00, 150_00]);
  });

  it("adds an amount to each, or takes it, and refuses the one that would be below the minimum", async () => {
    const small = await testApp.aCampaign({ name: "small", daily_budget_halalas: 30_00 });
    const large = await testApp.aCampaign({ name: "large", daily_budget_halalas: 150_00 });
    const by = (change_halalas: number) => ({ kind: "amount", change_halalas }) as const;
    const ids = [small.id, large.id];
    expect(await bulkBy({ action: "budget", ids, change: by(25_00) })).toMatchObject({ done: 2 });
    expect(await loadBudgets(...ids)).toEqual([55_00, 175_00]);
    expect(await bulkBy({ action: "budget", ids, change: by(-50_00) })).toMatchObject({ done: 1, failed: 1 });
    expect(await loadBudgets(...ids)).toEqual([55_00, 125_00]);
  });

  it("leaves a budget that was changed again meanwhile to its later decision", async () => {
    const { id } = await testApp.aCampaign({ daily_budget_halalas: 120_00 });
    const result = await bulkBy({ action: "budget", ids: [id], change: raise });
    await testApp.act(`PATCH Clients/Campaigns/${id}`, { daily_budget_halalas: 90_00 });
    expect((await undo(result)).reasons).toEqual({ [id]: "campaigns.changed_since" });
    expect(await loadBudgets(id)).toEqual([90_00]);
  });

  it("holds more money for those that run, and refuses what the wallet cannot cover", async () => {
    const active = await aCampaignThatIs("active", "active");
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    const result = await bulkBy({ action: "budget", ids: [active], change: raise });
    expect(result.reasons).toEqual({ [active]: "wallet.balance_not_enough" });
    expect(await loadBudgets(active)).toEqual([100_00]);
  });
});

describe("duplicating campaigns", () => {
  const duplicate = (ids: string[], target: Extract<BulkBody, { action: "duplicate" }>["target"] = null) =>
    bulkBy({ action: "duplicate", ids, target });
  const loadCopies = () =>
    testApp.db.many<{ id: string; name: string; platform: string; plan_id: string; status: string }>(sql`
      select id, name, platform, plan_id, status from campaigns.campaigns where status <> 'deleted' order by id`);

  it("makes a campaign with its ad groups and ads under another name, and undo deletes it again", async () => {
    const { id } = await testApp.aCampaign({ name: "تمور العجوة" });
    const result = await duplicate([id]);
    expect(result).toMatchObject({ status: "succeeded", done: 1 });
    const copy = (await loadCopies()).find((row) => row.id !== id);
    expect(copy).toMatchObject({ name: "تمور العجوة – copy", status: "created", platform: "snapchat" });
    const details = await testApp.server.call(`GET Clients/Campaigns/${copy?.id}`, { as: "mer_1" });
    expect(details.data).toMatchObject({ ad_groups: [{ ads: [{ headline: "عجوة المدينة" }] }] });
    const shownIn = () => [...testApp.shownMedia.values()].map(({ campaign_id }) => campaign_id);
    expect(shownIn()).toEqual([id, copy?.id]);
    await undo(result);
    expect((await loadCopies()).map((row) => row.id)).toEqual([id]);
    expect(shownIn()).toEqual([id]);
  });

  it("puts a copy on another platform into the same plan, as far as that platform takes it", async () => {
    const { id, plan_id } = await testApp.aCampaign();
    const target = { platform: "tiktok", ad_account_id: "acc_tiktok" } as const;
    expect(await duplicate([id], target)).toMatchObject({ status: "succeeded" });
    const copy = (await loadCopies()).find((row) => row.id !== id);
    expect(copy).toMatchObject({ platform: "tiktok", plan_id });
    expect(await duplicate([id], target)).toMatchObject({ status: "succeeded" });
    const second = (await loadCopies()).at(-1);
    expect(second?.plan_id).not.toBe(plan_id); // the plan has one on TikTok by now
  });

  it("leaves a copy alone that was started meanwhile", async () => {
    const { id } = await testApp.aCampaign();
    const result = await duplicate([id]);
    const copy = (await loadCopies()).find((row) => row.id !== id);
    await act(copy?.id ?? "", "start");
    expect((await undo(result)).reasons).toEqual({ [id]: "campaigns.changed_since" });
  });
});

describe("a preview", () => {
  const preview = async (body: BulkBody) => {
    const answer = await testApp.server.call("POST Clients/Campaigns/bulk/preview", { as: "mer_1", body });
    expect(answer.status, answer.envelope.messages[0]).toBe(200);
    return answer.data as BulkPreview;
  };

  it("says for each campaign from what to what its budget goes, and why one would be refused", async () => {
    const one = await testApp.aCampaign({ name: "one", daily_budget_halalas: 120_00 });
    const { items } = await preview({
      action: "budget",
      ids: [one.id, "cmp_of_somebody_else"],
      change: { kind: "set", daily_budget_halalas: 1_00 },
    });
    expect(items).toMatchObject([
      { id: one.id, daily_budget_halalas: 120_00, daily_budget_after_halalas: 1_00, status: "created" },
    ]);
    expect(items[0]?.problem).toMatch(/smallest daily budget/);
    expect(await testApp.db.many(sql`select id from base.operations`)).toEqual([]);
  });

  it("refuses a start for the reasons that the start itself has, and does nothing", async () => {
    const over = await testApp.aCampaign({ name: "over", ends_at: "2026-12-01T09:00:00Z" });
    const closed = await testApp.aCampaign({ name: "closed", store_id: "sto_1" });
    const ready = await testApp.aCampaign({ name: "ready", store_id: "sto_2" });
    const archived = await aCampaignThatIs("archived", "archived");
    const start = { action: "start", ids: [over.id, closed.id, archived, ready.id] } as const;
    const problems = async (body: BulkBody) => (await preview(body)).items.map(({ problem }) => problem);
    testApp.closeStore("sto_1");
    testApp.worldClock.set("2026-12-02T09:00:00Z");
    const reasons = await problems({ ...start, ids: [...start.ids] });
    expect(reasons).toEqual([expect.any(String), expect.any(String), expect.any(String), null]);
    const { reasons: refused } = await bulk("start", [over.id, closed.id, archived]);
    expect(refused).toEqual({
      [over.id]: "campaigns.schedule_over",
      [closed.id]: "campaigns.store_closed",
      [archived]: "campaigns.campaign_closed",
    });
    const { messages } = testApp;
    expect(reasons.slice(0, 3)).toEqual(
      ["schedule_over", "store_closed", "campaign_closed"].map((code) =>
        messages.translate("en", `campaigns:${code}`),
      ),
    );

    testApp.wallet.refuse("wallet.card_required", 409);
    expect(await problems({ action: "start", ids: [ready.id] })).toEqual([
      messages.translate("en", "wallet:card_required"),
    ]);
    testApp.unlink();
    expect(await problems({ action: "start", ids: [ready.id] })).toEqual([expect.stringMatching(/Snapchat/)]);
    expect(await loadStatuses(ready.id)).toEqual(["created"]);
  });

  it("says what a start holds, and names what another platform does not take", async () => {
    const { id } = await testApp.aCampaign();
    expect((await preview({ action: "start", ids: [id] })).items).toMatchObject([
      { status_after: "active", problem: null },
    ]);
    const target = { platform: "google", ad_account_id: "acc_google" } as const;
    const copies = await preview({ action: "duplicate", ids: [id], target });
    expect(copies.items[0]).toMatchObject({ platform: "google", name: "تمور العجوة – copy" });
    expect(copies.items[0]?.dropped).toContain("media");
  });

  it("names hours and excluded places that another platform does not take", async () => {
    const create = async (body: CampaignFields, group: AdGroupFields) => {
      const ad_groups = [{ ...group, ads: [] }];
      const created = await testApp.act("POST Clients/Campaigns/create", { ...body, ad_groups });
      const { id }: CampaignDetails = created.data;
      return id;
    };
    const evening = planOfRuns([{ weekday: 5, from: 20, hours: 4 }]);
    const tiktok = campaignBody({ platform: "tiktok", ad_account_id: "acc_tiktok", hours: evening });
    const [place] = adGroupBody().locations;
    if (!place) throw new Error("it has one");
    const withHours = await create(tiktok, adGroupBody({ locations: [], age_ranges: ["18-24"] }));
    const withExclusion = await create(
      campaignBody({ name: "دون العليا" }),
      adGroupBody({ locations: [place, { ...place, city: null, excluded: true, radius_metres: 2_000 }] }),
    );
    const toSnapchat = { platform: "snapchat", ad_account_id: "acc_1" } as const;
    const first = await preview({ action: "duplicate", ids: [withHours], target: toSnapchat });
    expect(first.items[0]?.dropped).toContain("hours");
    const toGoogle = { platform: "google", ad_account_id: "acc_google" } as const;
    const second = await preview({ action: "duplicate", ids: [withExclusion], target: toGoogle });
    expect(second.items[0]?.dropped).toContain("locations");
  });
});
