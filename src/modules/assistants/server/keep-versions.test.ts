import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import type { AnswerSummary, Version } from "../contract/writer-shapes.ts";
import { aStore, now, openAssistants } from "../testing/assistants-harness.ts";

const harness = await openAssistants();
const { db, write, call } = harness;
beforeEach(async () => {
  await db.reset();
  await aStore(harness);
  await aSubscription(db, "mer_1", now);
});
afterAll(() => harness.close());

const firstVersion = async (body: object = {}) => (await write(body)).answer.versions[0] as Version;
const list = async (query: Record<string, string> = {}, as = "mer_1") =>
  (await call("GET Clients/DigitalWriter/answers", { as, query })).data as {
    items: AnswerSummary[];
    next: string | null;
  };
const edit = (id: string, texts: object, as = "mer_1") =>
  call(`PUT Clients/DigitalWriter/versions/${id}`, { as, body: texts });

describe("a version", () => {
  it("is edited, kept as a favourite, and both are seen in the history", async () => {
    const { id } = await firstVersion();
    const edited = await edit(id, { headline: "عباية تستاهل", body: "نص بيدي" });
    expect(edited.data).toMatchObject({ headline: "عباية تستاهل", is_edited: true });
    await call(`PUT Clients/DigitalWriter/versions/${id}/favourite`, {
      as: "mer_1",
      body: { is_favourite: true },
    });
    expect((await list()).items).toMatchObject([{ excerpt: "عباية تستاهل", favourites: 1 }]);
    expect((await edit(id, { headline: " ", body: "" })).envelope).toMatchObject({
      code: "assistants.version_empty",
    });
  });

  it.each(["improve", "shorten", "more_saudi", "translate"] as const)(
    "is written anew: %s",
    async (change) => {
      const version = await firstVersion({ tongue: "standard" });
      const { answer } = await write(
        { request_key: `revision-${change}`, change, seed: 0 },
        { path: `Clients/DigitalWriter/versions/${version.id}/revise` },
      );
      expect(answer).toMatchObject({
        status: "done",
        revision: { version_id: version.id, change },
        tongue: { improve: "standard", shorten: "standard", more_saudi: "saudi", translate: "english" }[
          change
        ],
      });
      expect(answer.versions.length).toBeGreaterThan(0);
      for (const { headline, body } of answer.versions)
        expect([headline, body]).not.toEqual([version.headline, version.body]);
    },
  );

  it("of another merchant is neither shown, changed, revised, used nor deleted", async () => {
    const { answer } = await write();
    const { id } = answer.versions[0] as Version;
    const as = "mer_2";
    const answers = [
      await call(`GET Clients/DigitalWriter/answers/${answer.id}`, { as }),
      await edit(id, { headline: "لي", body: "" }, as),
      await call(`PUT Clients/DigitalWriter/versions/${id}/favourite`, { as, body: { is_favourite: true } }),
      await call(`POST Clients/DigitalWriter/versions/${id}/draft`, { as, body: {}, key: "a-key-of-theirs" }),
      await call(`DELETE Clients/DigitalWriter/answers/${answer.id}`, { as }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const path = `Clients/DigitalWriter/versions/${id}/revise`;
    expect((await write({ request_key: "their-own-key", change: "improve" }, { as, path })).status).toBe(404);
    expect((await list({}, as)).items).toEqual([]);
  });
});

describe("the history", () => {
  it("goes by a cursor, the newest first, and finds words in any spelling", async () => {
    for (const prompt of ["للأمهات", "للطلاب", "للضيوف"]) await write({ prompt });
    const first = await list({ size: "2" });
    expect(first.items.map(({ prompt }) => prompt)).toEqual(["للضيوف", "للطلاب"]);
    const second = await list({ size: "2", after: first.next ?? "" });
    expect(second).toMatchObject({ items: [{ prompt: "للأمهات" }], next: null });
    expect((await list({ search: "الامهات" })).items).toMatchObject([]);
    expect((await list({ search: "امهات" })).items).toMatchObject([{ prompt: "للأمهات" }]);
    expect((await list({ favourites: "true" })).items).toEqual([]);
  });

  it("loses a deleted answer for good, and its words stay paid", async () => {
    const { answer } = await write();
    const before = await harness.countWords();
    expect((await call(`DELETE Clients/DigitalWriter/answers/${answer.id}`, { as: "mer_1" })).status).toBe(
      200,
    );
    expect((await list()).items).toEqual([]);
    expect((await call(`DELETE Clients/DigitalWriter/answers/${answer.id}`, { as: "mer_1" })).status).toBe(
      404,
    );
    expect(await harness.countWords()).toEqual(before);
    expect(await harness.dayWords()).toBe(answer.words);
  });
});

describe("a version in an ad", () => {
  const use = (id: string) =>
    call(`POST Clients/DigitalWriter/versions/${id}/draft`, { as: "mer_1", body: {}, key: `use-${id}` });

  it("begins a draft with its texts and the product, once for a key", async () => {
    const { id, headline, body } = await firstVersion();
    const { data } = await use(id);
    expect((await use(id)).data).toEqual(data);
    const drafts = await db.many<{ content: { campaign: object; ad_groups: { ads: object[] }[] } }>(
      sql`select content from campaigns.drafts`,
    );
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.content.ad_groups[0]?.ads[0]).toMatchObject({
      headline,
      text: body,
      product_id: "prd_1",
      brand_name: "ليلك",
    });
  });

  it("is recorded with the draft it went into", async () => {
    const { id } = await firstVersion();
    const { data } = await use(id);
    const [entry] = await listAudit(testContext(db), { subject: id });
    expect(entry).toMatchObject({ action: "writer_version.used", after: data });
  });
});
