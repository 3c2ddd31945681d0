import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { collectedItemsMax, collectionsMax } from "../contract/library-enums.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import type { RowFields } from "../contract/staff-library.calls.ts";
import { aRow, type LibraryHarness, openLibrary } from "../testing/library-harness.ts";
import { addRow, archiveRow } from "./keep-rows.ts";

let library: LibraryHarness;
beforeAll(async () => {
  library = await openLibrary();
});
beforeEach(() => library.testApp.reset());
afterAll(() => library.close());

const add = (fields: Partial<RowFields>) => addRow(library.deps)(library.staff(), aRow(fields));
const list = async (query: Record<string, string> = {}, as = "mer_1") => {
  const { data } = await library.call("GET Clients/AdsLibrary/index", { as, query });
  return data as { items: LibraryItem[]; next: string | null };
};
const titles = async (query: Record<string, string> = {}) =>
  (await list(query)).items.map(({ title }) => title);
const createCollection = async (name: string, as = "mer_1") =>
  (await library.call("POST Clients/AdsLibrary/collections", { as, body: { name } })).data as { id: string };

describe("the library", () => {
  it("is searched in any spelling, by what staff wrote and by the names of what they chose", async () => {
    await add({ reference: "ر-١", season: "ramadan", writer: "أحمد الزهراني", notes: "عطور العيد" });
    await add({ reference: "L-2", sector: "perfumes", style: "unboxing" });
    expect(await titles({ search: "احمد" })).toEqual(["ر-١"]);
    expect(await titles({ search: "رمضــان" })).toEqual(["ر-١"]);
    expect(await titles({ search: "Ramadan ر-1" })).toEqual(["ر-١"]);
    expect(await titles({ search: "عطور" })).toEqual(["L-2", "ر-١"]);
    expect(await titles({ search: "100%_" })).toEqual([]);
  });

  it("is filtered by season, style, type, platform and sector together", async () => {
    const full = {
      season: "ramadan",
      style: "unboxing",
      type: "video",
      platform: "tiktok",
      sector: "perfumes",
    } as const;
    await add({ reference: "all", ...full });
    for (const [name, value] of [
      ["season", "national_day"],
      ["style", "lifestyle"],
      ["type", "image"],
      ["platform", "x"],
      ["sector", "kids"],
    ] as const)
      await add({ reference: `other ${name}`, ...full, [name]: value });
    expect(await titles({ ...full })).toEqual(["all"]);
    for (const [name, value] of Object.entries(full)) expect(await titles({ [name]: value })).toHaveLength(5);
  });

  it("goes on from a cursor, also among rows of one moment, and reads nothing twice", async () => {
    for (let at = 0; at < 7; at += 1) await add({ reference: `L-${at}` });
    const seen: string[] = [];
    let after: string | null = "";
    while (after !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list({ size: "3", ...(after ? { after } : {}) });
      seen.push(...page.items.map(({ title }) => title));
      after = page.next;
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, at) => `L-${at}`));
    expect((await list({ after: "nonsense", size: "3" })).items).toHaveLength(3);
  });

  it("does not show archived rows, and shows them again as they were once they are restored", async () => {
    const { id } = await add({ reference: "L-1" });
    const { id: collection } = await createCollection("أفكار");
    await library.call(`PUT Clients/AdsLibrary/collections/${collection}/items/${id}`, { as: "mer_1" });
    await archiveRow(library.deps)(library.staff(), { id, isArchived: true });
    expect(await titles()).toEqual([]);
    expect((await library.call(`GET Clients/AdsLibrary/items/${id}`, { as: "mer_1" })).status).toBe(404);
    const draft = await library.call(`POST Clients/AdsLibrary/items/${id}/draft`, {
      as: "mer_1",
      key: "draft-of-this-test-0",
    });
    expect(draft.status).toBe(404);
    await archiveRow(library.deps)(library.staff(), { id, isArchived: false });
    expect(await titles({ collection_id: collection })).toEqual(["L-1"]);
  });
});

describe("a merchant's own notes and collections", () => {
  it("are theirs alone", async () => {
    const { id } = await add({ reference: "L-1" });
    const { id: collection } = await createCollection("أفكار رمضان");
    await library.call(`PUT Clients/AdsLibrary/collections/${collection}/items/${id}`, { as: "mer_1" });
    await library.call(`PUT Clients/AdsLibrary/items/${id}/note`, {
      as: "mer_1",
      body: { text: "بداية قوية" },
    });
    expect((await list()).items[0]).toMatchObject({ own_note: "بداية قوية", collection_ids: [collection] });
    expect((await list({}, "mer_2")).items[0]).toMatchObject({ own_note: "", collection_ids: [] });
    expect((await list({ collection_id: collection }, "mer_2")).items).toEqual([]);
    for (const call of [
      `PUT Clients/AdsLibrary/collections/${collection}/items/${id}`,
      `DELETE Clients/AdsLibrary/collections/${collection}/items/${id}`,
      `DELETE Clients/AdsLibrary/collections/${collection}`,
    ])
      expect((await library.call(call, { as: "mer_2" })).status, call).toBe(404);
  });

  it("change and go: an empty note, an ad taken out, a collection renamed and deleted", async () => {
    const { id } = await add({ reference: "L-1" });
    const { id: collection } = await createCollection("أفكار");
    const place = `Clients/AdsLibrary/collections/${collection}`;
    await library.call(`PUT ${place}/items/${id}`, { as: "mer_1" });
    const again = await library.call(`PUT ${place}/items/${id}`, { as: "mer_1" });
    expect(again.data).toMatchObject({ items: 1 });
    const renamed = await library.call(`PUT ${place}`, { as: "mer_1", body: { name: "أفكار العيد" } });
    expect(renamed.data).toMatchObject({ name: "أفكار العيد", items: 1 });
    await library.call(`PUT Clients/AdsLibrary/items/${id}/note`, { as: "mer_1", body: { text: "x" } });
    await library.call(`PUT Clients/AdsLibrary/items/${id}/note`, { as: "mer_1", body: { text: " " } });
    expect((await library.call(`DELETE ${place}/items/${id}`, { as: "mer_1" })).data).toMatchObject({
      items: 0,
    });
    await library.call(`DELETE ${place}`, { as: "mer_1" });
    expect((await list()).items[0]).toMatchObject({ own_note: "", collection_ids: [] });
    const { data } = await library.call("GET Clients/AdsLibrary/collections", { as: "mer_1" });
    expect(data).toEqual({ items: [] });
  });

  it("have one name in any spelling, and stay within their limits", async () => {
    await createCollection("أفكار");
    const taken = await library.call("POST Clients/AdsLibrary/collections", {
      as: "mer_1",
      body: { name: "افكار" },
    });
    expect(taken.envelope).toMatchObject({ error: true, code: "library.collection_name_taken" });
    const { id: other } = await createCollection("غيرها");
    const renamed = await library.call(`PUT Clients/AdsLibrary/collections/${other}`, {
      as: "mer_1",
      body: { name: "أفكـار" },
    });
    expect(renamed.status).toBe(409);
    await library.db.run(sql`
      insert into library.collections (id, merchant_id, name, name_folded, created_at)
      select 'col_' || n, 'mer_1', n::text, n::text, now() from generate_series(3, ${collectionsMax}::int) n`);
    const many = await library.call("POST Clients/AdsLibrary/collections", {
      as: "mer_1",
      body: { name: "أخرى" },
    });
    expect(many.envelope).toMatchObject({ code: "library.collections_too_many" });
    await library.db.run(sql`
      insert into library.collected_items (merchant_id, collection_id, item_id, added_at)
      select 'mer_1', ${other}, 'lib_' || n, now() from generate_series(1, ${collectedItemsMax}::int) n`);
    const { id } = await add({ reference: "L-1" });
    const full = await library.call(`PUT Clients/AdsLibrary/collections/${other}/items/${id}`, {
      as: "mer_1",
    });
    expect(full.envelope).toMatchObject({ code: "library.collection_full" });
  });

  it("are of ads that exist", async () => {
    const { id: collection } = await createCollection("أفكار");
    const unknown = `Clients/AdsLibrary/collections/${collection}/items/lib_unknown`;
    expect((await library.call(`PUT ${unknown}`, { as: "mer_1" })).status).toBe(404);
    const note = await library.call("PUT Clients/AdsLibrary/items/lib_unknown/note", {
      as: "mer_1",
      body: { text: "x" },
    });
    expect(note.status).toBe(404);
  });
});

describe("a draft built like an ad of the library", () => {
  const structure = { hook: "question", proof: "reviews", offer: "gift" } as const;

  it("has its structure, button and platform, and not a word of it", async () => {
    const secret = "كلام لا ينتقل";
    const { id } = await add({
      ...structure,
      reference: secret,
      platform: "tiktok",
      call_to_action: "order_now",
      notes: secret,
      writer: secret,
      editor: secret,
      link: "https://ads.example/secret",
    });
    const { data } = await library.call(`POST Clients/AdsLibrary/items/${id}/draft`, {
      as: "mer_1",
      key: "draft-of-this-test-1",
    });
    const { draft_id } = data as { draft_id: string };
    const [draft] = await library.db.many<{ content: { ad_groups: { ads: object[] }[] }; step: string }>(
      sql`select content, step from campaigns.drafts where id = ${draft_id} and merchant_id = 'mer_1'`,
    );
    expect(draft?.content).toMatchObject({
      ad_groups: [{ ads: [{ structure, call_to_action: "order_now", headline: "", text: "" }] }],
      platforms: { tiktok: {} },
    });
    expect(draft?.step).toBe("ad");
    expect(JSON.stringify(draft)).not.toMatch(/كلام|secret/);
    // The same request again is the same draft.
    const again = await library.call(`POST Clients/AdsLibrary/items/${id}/draft`, {
      as: "mer_1",
      key: "draft-of-this-test-1",
    });
    expect(again.data).toEqual({ draft_id });
  });

  it("is refused while nobody has said how the ad is built", async () => {
    const { id } = await add({ call_to_action: "shop_now" });
    const { envelope } = await library.call(`POST Clients/AdsLibrary/items/${id}/draft`, {
      as: "mer_1",
      key: "draft-of-this-test-2",
    });
    expect(envelope).toMatchObject({ code: "library.structure_unknown" });
  });
});
