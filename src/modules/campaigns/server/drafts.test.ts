import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import type { DraftRow, DraftSummary } from "../contract/drafts.calls.ts";
import { draftKibibytesMax, draftsMax } from "../contract/enums.ts";
import { aDraft, draftBody, draftContent } from "../testing/drafts.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { deleteUntouchedDrafts } from "./delete-draft.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const save = (id: string, revision: number, name: string, as = "mer_1") =>
  testApp.act(`PUT Clients/Drafts/${id}`, { ...draftBody(name), revision }, as);
const show = async (id: string, as = "mer_1"): Promise<DraftRow> =>
  (await testApp.act(`GET Clients/Drafts/${id}`, undefined, as)).data;
const list = async (as = "mer_1") =>
  (await testApp.act("GET Clients/Drafts/index", undefined, as)).data as { items: DraftSummary[] };

describe("a draft", () => {
  it("is kept as it was typed, unfinished, and read back on any device", async () => {
    const draft = await aDraft(testApp);
    expect(draft).toMatchObject({ revision: 1, step: "goal", plan_id: null, device: "device-of-noura" });
    expect(draft.id).toMatch(/^dft_/);
    expect((await show(draft.id)).content).toEqual(draftContent());
  });

  it("loses only what the database cannot store, and fields that no draft has", async () => {
    const content = { ...draftContent("عجوة\u0000\ud800"), card_number: "4111111111111111" };
    const { data } = await testApp.act("POST Clients/Drafts/create", { ...draftBody(), content });
    expect((data as DraftRow).content).toEqual(draftContent("عجوة\ufffd"));
  });

  it("is listed with its name and platforms, the one saved last first", async () => {
    const first = await aDraft(testApp, { name: "Ajwa" });
    testApp.worldClock.advance(60_000);
    const second = await aDraft(testApp, { name: "Sukkari" });
    testApp.worldClock.advance(60_000);
    await save(first.id, 1, "Ajwa of Madinah");
    const { items } = await list();
    expect(items.map(({ id, name, platforms }) => [id, name, platforms])).toEqual([
      [first.id, "Ajwa of Madinah", ["snapchat"]],
      [second.id, "Sukkari", ["snapchat"]],
    ]);
    expect(items[0]).not.toHaveProperty("content");
  });

  it("of another merchant is neither listed, shown, saved nor deleted", async () => {
    const { id } = await aDraft(testApp);
    expect(await list("mer_2")).toEqual({ items: [] });
    for (const answer of [
      await testApp.act(`GET Clients/Drafts/${id}`, undefined, "mer_2"),
      await save(id, 1, "theirs", "mer_2"),
      await testApp.act(`DELETE Clients/Drafts/${id}`, undefined, "mer_2"),
    ])
      expect(answer.envelope).toMatchObject({ error: true, code: "base.not_found" });
    expect((await show(id)).content).toEqual(draftContent());
  });

  it("is deleted for good, with an entry in the audit log", async () => {
    const { id } = await aDraft(testApp);
    expect((await testApp.act(`DELETE Clients/Drafts/${id}`)).data).toEqual({ id });
    expect((await testApp.act(`DELETE Clients/Drafts/${id}`)).status).toBe(404);
  });

  it("is not deleted over a newer save of another device", async () => {
    const { id, content, step } = await aDraft(testApp);
    await testApp.act(`PUT Clients/Drafts/${id}`, { content, step, device: "another-device", revision: 1 });
    const remove = (revision: number) =>
      testApp.act(`DELETE Clients/Drafts/${id}?revision=${revision}&device=device-of-noura`);
    expect(await remove(1)).toMatchObject({ status: 409, envelope: { code: "campaigns.draft_changed" } });
    expect((await testApp.act(`GET Clients/Drafts/${id}`)).status).toBe(200);
    expect((await remove(2)).status).toBe(200);
    const entries = await listAudit(testContext(testApp.db), { subject: id });
    expect(entries.map(({ action }) => action)).toEqual(["draft.deleted", "draft.created"]);
  });
});

describe("saving a draft", () => {
  it("counts the revision, and is dated by the business clock", async () => {
    const { id } = await aDraft(testApp);
    testApp.worldClock.set("2026-11-22T09:00:00Z");
    expect((await save(id, 1, "Sukkari")).data).toMatchObject({
      revision: 2,
      name: "Sukkari",
      updated_at: "2026-11-22T09:00:00.000Z",
    });
  });

  it("over a newer revision is refused with what stands, and overwrites nothing", async () => {
    const { id } = await aDraft(testApp);
    await save(id, 1, "written on the phone");
    const { status, envelope } = await save(id, 1, "written on the computer");
    expect(status).toBe(409);
    expect(envelope).toMatchObject({
      error: true,
      data: null,
      code: "campaigns.draft_changed",
      current: { id, revision: 2, content: draftContent("written on the phone") },
    });
    expect((await show(id)).content.campaign.name).toBe("written on the phone");
  });

  it("twice at once lets one of the two win", async () => {
    const { id } = await aDraft(testApp);
    const names = ["one", "two", "three", "four", "five"];
    const answers = await Promise.all(names.map((name) => save(id, 1, name)));
    const winners = names.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(await show(id)).toMatchObject({ revision: 2, name: winners[0] });
  });
});

describe("the limits of drafts", () => {
  it("a content at the limit is kept, and one byte more is refused, new or saved", async () => {
    const emptyBytes = Buffer.byteLength(JSON.stringify(draftContent("")));
    const atLimit = "x".repeat(draftKibibytesMax * 1_024 - emptyBytes);
    const { id } = await aDraft(testApp, { name: atLimit });
    const tooLarge = { error: true, code: "campaigns.draft_too_large" };
    expect((await save(id, 1, `${atLimit}x`)).envelope).toMatchObject(tooLarge);
    const answer = await testApp.act("POST Clients/Drafts/create", draftBody(`${atLimit}x`));
    expect(answer.status).toBe(413);
    expect(answer.envelope).toMatchObject(tooLarge);
    expect(answer.envelope.messages[0]).toContain("64 KB");
    expect((await save(id, 1, atLimit)).status).toBe(200);
  });

  it("hold when many are made at once: none above the most a merchant may have", async () => {
    const { content, step, device } = draftBody();
    await testApp.db.run(sql`
      insert into campaigns.drafts (merchant_id, id, content, step, device, created_at, updated_at)
      select 'mer_1', 'dft_' || n, ${JSON.stringify(content)}, ${step}, ${device}, now(), now()
      from generate_series(1, ${draftsMax - 2}::int) n`);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => testApp.act("POST Clients/Drafts/create", draftBody())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.envelope).toMatchObject({ code: "campaigns.drafts_too_many" });
    expect(refused?.envelope.messages[0]).toContain("50 drafts");
    expect((await list()).items).toHaveLength(draftsMax);
    await aDraft(testApp, { as: "mer_2" });
  });

  it("a draft untouched for 90 days is deleted, in batches; a younger one is kept", async () => {
    const { id: young } = await aDraft(testApp);
    testApp.worldClock.set("2026-11-22T09:00:00Z");
    await save(young, 1, "saved a day later");
    await testApp.db.run(sql`
      insert into campaigns.drafts (merchant_id, id, content, step, device, created_at, updated_at)
      select 'mer_' || n % 7, 'dft_old_' || n, '{}', 'goal', 'device-1', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'
      from generate_series(1, 230) n`);
    await deleteUntouchedDrafts(testApp.db, { now: new Date("2027-02-19T09:00:00Z") });
    const countAll = () =>
      testApp.db.one<{ count: number }>(sql`select count(*)::int as count from campaigns.drafts`);
    expect(await countAll()).toEqual({ count: 231 });
    await deleteUntouchedDrafts(testApp.db, { now: new Date("2027-02-19T09:00:00.001Z") });
    expect(await countAll()).toEqual({ count: 1 });
    expect(await show(young)).toMatchObject({ id: young });
    const [entry] = await listAudit(testContext(testApp.db, "mer_3"), { subject: "dft_old_3" });
    expect(entry).toMatchObject({ action: "draft.deleted", actor_kind: "system" });
  });
});
