import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit, recordAudit } from "#base/server/audit.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { getCampaign, settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { pollStatus } from "./poll-status.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const changes = async (id: string, query = ""): Promise<{ items: ChangeRow[]; next: number | null }> =>
  (await testApp.act(`GET Clients/Campaigns/${id}/changes${query}`)).data;
const newest = async (id: string): Promise<ChangeRow> => {
  const [row] = (await changes(id)).items;
  if (!row) throw new Error("nothing changed");
  return row;
};
const adjust = (id: string, fields: object) => testApp.act(`PATCH Clients/Campaigns/${id}`, fields);
const undo = (id: string, { id: change }: Pick<ChangeRow, "id">, as = "mer_1") =>
  testApp.act(`POST Clients/Campaigns/${id}/changes/${change}/undo`, undefined, as);

async function started(): Promise<CampaignDetails> {
  const { id } = await testApp.aCampaign();
  await testApp.act(`POST Clients/Campaigns/${id}/start`);
  return settleCampaign(testApp, id);
}

describe("a change in place", () => {
  it("changes what it names, and leaves the rest as it is", async () => {
    const before = await started();
    const { data } = await adjust(before.id, { daily_budget_halalas: 150_00 });
    expect(data).toMatchObject({
      daily_budget_halalas: 150_00,
      name: before.name,
      starts_at: before.starts_at,
      landing_url: before.landing_url,
    });
  });

  it("is refused at its field as any edit", async () => {
    const { id } = await started();
    const answer = await adjust(id, { daily_budget_halalas: 1 });
    expect(answer.status).toBe(400);
    expect(answer.envelope).toMatchObject({ fields: { daily_budget_halalas: [expect.any(String)] } });
  });

  it("of an ad group is its name", async () => {
    const { ad_groups } = await started();
    const group = ad_groups[0];
    const { data } = await testApp.act(`PATCH Clients/AdGroups/${group?.id}`, { name: "جدة" });
    expect(data).toMatchObject({ name: "جدة", gender: group?.gender, locations: group?.locations });
  });
});

describe("the change log", () => {
  it("has who changed what from what to what, in the campaign and below it, newest first", async () => {
    const { id, ad_groups } = await started();
    await adjust(id, { daily_budget_halalas: 150_00 });
    await testApp.act(`POST Clients/AdGroups/${ad_groups[0]?.id}/pause`);
    const { items } = await changes(id);
    expect(items.map(({ level, verb }) => `${level} ${verb}`)).toEqual([
      "ad_group paused",
      "campaign edited",
      "campaign started",
      "ad created",
      "ad_group created",
      "campaign created",
    ]);
    expect(items[1]).toMatchObject({
      by: "member",
      changes: [{ field: "daily_budget_halalas", from: 100_00, to: 150_00 }],
    });
  });

  it("names the member who made a change, and not the one who reads it", async () => {
    const { id } = await started();
    expect((await changes(id)).items.map(({ by_name }) => by_name)).toContain(null);
    testApp.memberNames.set("mer_1", "سارة");
    expect((await changes(id)).items.find(({ verb }) => verb === "created")).toMatchObject({
      by: "member",
      by_name: "سارة",
    });
    testApp.memberNames.clear();
  });

  it("leaves out what another module recorded about the campaign, which cannot be undone here", async () => {
    const { id } = await started();
    const held = {
      module: "wallet",
      action: "wallet.hold_changed",
      subject: id,
      after: { amount_halalas: 1 },
    };
    const ctx = systemContext(testApp.db, "mer_1", testApp.worldClock.now());
    await transact(ctx, (ctx) => recordAudit(ctx, held));
    expect((await changes(id)).items.map(({ verb }) => verb)).not.toContain("hold_changed");
    const [entry] = await listAudit(ctx, { module: "wallet" });
    expect((await undo(id, { id: entry?.id ?? 0 })).status).toBe(404);
  });

  it("says what the platform confirmed, and what it has not yet", async () => {
    const { id } = await started();
    await adjust(id, { daily_budget_halalas: 150_00 });
    expect(await newest(id)).toMatchObject({ outcome: "waiting", outcome_at: null });
    await settleCampaign(testApp, id);
    const confirmed = await newest(id);
    expect(confirmed).toMatchObject({ outcome: "confirmed" });
    expect(confirmed.outcome_at).not.toBeNull();
  });

  it("names the platform for what was changed there", async () => {
    const { id } = await started();
    testApp.platform.setBudget(id, halalas(180_00));
    testApp.systemClock.advance(60_000);
    await pollStatus(testApp.deps)(systemContext(testApp.db, "mer_1", testApp.worldClock.now()), {
      campaignIds: [id],
    });
    expect(await newest(id)).toMatchObject({
      by: "platform",
      verb: "drift_seen",
      outcome: null,
      changes: [{ field: "daily_budget_halalas", from: 100_00, to: 180_00 }],
    });
  });

  it("names the places that came and went, three of each, in the reader's language", async () => {
    const { ad_groups } = await started();
    const group = ad_groups[0];
    const at = { excluded: false, latitude: 21.5, longitude: 39.2, radius_metres: 20_000 };
    const named = (ar: string, en: string, latitude: number) => ({
      ...at,
      city: en,
      names: { ar, en },
      latitude,
    });
    const edit = (locations: object[]) =>
      testApp.act(`PUT Clients/AdGroups/${group?.id}`, { ...adGroupBody(), locations });
    const four = [
      named("جدة", "Jeddah", 21.5),
      named("أبها", "Abha", 18.2),
      { ...at, city: null, names: null, latitude: 24.5, longitude: 39.6 },
      named("تبوك", "Tabuk", 28.4),
    ];
    expect((await edit(four)).status).toBe(200);
    const id = group?.campaign_id ?? "";
    const row = await newest(id);
    expect(row.changes).toEqual([]);
    expect(row.places?.added).toEqual({ names: ["Jeddah", "Abha", "A point on the map"], more: 1 });
    expect(row.places?.removed).toEqual({ names: ["Riyadh"], more: 0 });

    await edit([]);
    expect((await newest(id)).places).toMatchObject({
      added: { names: ["The whole Kingdom"], more: 0 },
      removed: { names: ["Jeddah", "Abha", "A point on the map"], more: 1 },
    });
    const arabic = await testApp.server.call(`GET Clients/Campaigns/${id}/changes`, {
      as: "mer_1",
      language: "ar",
    });
    expect((arabic.data as { items: ChangeRow[] }).items[0]?.places?.added.names).toEqual(["المملكة كلها"]);
  });

  it("is read page by page, and each change's outcome stays the same", async () => {
    const { id } = await started();
    for (const budget of [110_00, 120_00, 130_00]) {
      await adjust(id, { daily_budget_halalas: budget });
      await settleCampaign(testApp, id);
    }
    const whole = await changes(id, "?size=50");
    const paged: ChangeRow[] = [];
    for (let next: number | null | undefined; next !== null; ) {
      const page = await changes(id, `?size=2${next ? `&before=${next}` : ""}`);
      paged.push(...page.items);
      next = page.next;
    }
    expect(paged).toEqual(whole.items);
  });

  it("of another merchant's campaign is not found", async () => {
    const { id } = await started();
    expect((await testApp.act(`GET Clients/Campaigns/${id}/changes`, undefined, "mer_2")).status).toBe(404);
  });
});

describe("an undo", () => {
  it("writes the values before, as a change of its own that can be undone again", async () => {
    const { id } = await started();
    await adjust(id, { daily_budget_halalas: 150_00, name: "عجوة فاخرة" });
    const { data } = await undo(id, await newest(id));
    expect(data).toMatchObject({ daily_budget_halalas: 100_00, name: "تمور العجوة" });
    await undo(id, await newest(id));
    expect(await getCampaign(testApp, id)).toMatchObject({ daily_budget_halalas: 150_00 });
  });

  it("of an ad's edit shows its texts as before, reviewed again", async () => {
    const { id, ad_groups } = await started();
    const ad = ad_groups[0]?.ads[0];
    const { status } = await testApp.act(`PUT Clients/Ads/${ad?.id}`, {
      ...adBody({ media_id: ad?.media_id ?? null }),
      headline: "عرض نهاية الأسبوع",
      text: "خصم ٢٠٪",
    });
    expect(status).toBe(200);
    const change = await newest(id);
    expect(change).toMatchObject({ level: "ad", verb: "edited", can_undo: true });
    const { data }: { data: CampaignDetails } = await undo(id, change);
    expect(data.ad_groups[0]?.ads[0]).toMatchObject({ headline: ad?.headline, text: ad?.text });
    expect(await newest(id)).toMatchObject({ level: "ad", verb: "edited" });
  });

  it("of an edit with placements takes all of it back, and never a part", async () => {
    const meta = campaignBody({ platform: "meta", ad_account_id: "acc_meta", placements: ["instagram"] });
    const created = await testApp.act("POST Clients/Campaigns/create", { ...meta, ad_groups: [] });
    const { id }: CampaignDetails = created.data;
    const { platform: _platform, ...fields } = meta;
    const both = ["instagram", "facebook"];
    const edit = { ...fields, name: "سكري", placements: both };
    expect((await testApp.act(`PUT Clients/Campaigns/${id}`, edit)).status).toBe(200);
    const change = await newest(id);
    expect(change.can_undo).toBe(true);
    const { data } = await undo(id, change);
    expect(data).toMatchObject({ name: meta.name, placements: ["instagram"] });
  });

  it("of an edit with a part that cannot be taken back is refused whole, and names the part", async () => {
    const { id } = await started();
    await transact(testApp.ctx(), (ctx) =>
      recordAudit(ctx, {
        module: "campaigns",
        action: "campaign.edited",
        subject: id,
        before: { name: "سكري", status: "paused" },
        after: { name: "تمور العجوة", status: "active" },
      }),
    );
    const change = await newest(id);
    expect(change.can_undo).toBe(false);
    const answer = await undo(id, change);
    expect(answer).toMatchObject({ status: 409, envelope: { code: "campaigns.change_half_undoable" } });
    expect(answer.envelope.messages[0]).toContain("the status");
    expect(await getCampaign(testApp, id)).toMatchObject({ name: "تمور العجوة" });
  });

  it("of hours shows the ads as before", async () => {
    const tiktok = campaignBody({ platform: "tiktok", ad_account_id: "acc_tiktok", name: "مساء الجمعة" });
    const created = await testApp.act("POST Clients/Campaigns/create", { ...tiktok, ad_groups: [] });
    const { id }: CampaignDetails = created.data;
    const { platform: _platform, ...fields } = tiktok;
    const hours = planOfRuns([{ weekday: 5, from: 20, hours: 4 }]);
    await testApp.act(`PUT Clients/Campaigns/${id}`, { ...fields, hours });
    const change = await newest(id);
    expect(change.changes).toContainEqual({ field: "hours", from: null, to: hours });
    expect((await undo(id, change)).data).toMatchObject({ hours: null });
  });

  it("of a pause sets it running again, and of a relaunch pauses it", async () => {
    const { id, ad_groups } = await started();
    await testApp.act(`POST Clients/Campaigns/${id}/pause`);
    expect((await undo(id, await newest(id))).data).toMatchObject({ status: "active" });
    expect((await undo(id, await newest(id))).data).toMatchObject({ status: "paused" });
    await testApp.act(`POST Clients/AdGroups/${ad_groups[0]?.id}/pause`);
    const { data }: { data: CampaignDetails } = await undo(id, await newest(id));
    expect(data.ad_groups[0]).toMatchObject({ status: "active" });
  });

  it("is refused when a newer change would be lost", async () => {
    const { id } = await started();
    await adjust(id, { daily_budget_halalas: 150_00 });
    const first = await newest(id);
    expect(first.can_undo).toBe(true);
    await adjust(id, { daily_budget_halalas: 160_00 });
    expect((await changes(id)).items.find((row) => row.id === first.id)).toMatchObject({ can_undo: false });
    const answer = await undo(id, first);
    expect(answer).toMatchObject({ status: 409, envelope: { code: "campaigns.changed_since" } });
    expect(await getCampaign(testApp, id)).toMatchObject({ daily_budget_halalas: 160_00 });
  });

  it("needs the money that its budget can cost, as any change does", async () => {
    const { id } = await started();
    await adjust(id, { daily_budget_halalas: 50_00 });
    const lowered = await newest(id);
    testApp.wallet.held.set(id, 0);
    await testApp.db.run(sql`update campaigns.campaigns set reserve_halalas = 0 where id = ${id}`);
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    expect((await undo(id, lowered)).status).toBe(402);
    expect(await getCampaign(testApp, id)).toMatchObject({ daily_budget_halalas: 50_00 });
  });

  it("of what has no opposite is refused, and of another campaign's change not found", async () => {
    const { id } = await started();
    const { items } = await changes(id);
    const created = items.find(({ verb }) => verb === "created");
    if (!created) throw new Error("a campaign begins with being created");
    expect(created.can_undo).toBe(false);
    expect(await undo(id, created)).toMatchObject({
      status: 409,
      envelope: { code: "campaigns.change_not_undoable" },
    });
    const other = await testApp.aCampaign({ name: "سكري" });
    expect((await undo(other.id, created)).status).toBe(404);
    expect((await undo(id, created, "mer_2")).status).toBe(404);
  });
});
