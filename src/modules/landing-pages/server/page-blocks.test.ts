import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Block } from "../contract/page-content.ts";
import { addBlock, placeBlock, replaceBlock } from "../domain/change-blocks.ts";
import { defaultColors } from "../domain/default-content.ts";
import { aPicture, type LandingPagesHarness, landingPagesHarness } from "../testing/landing-pages-harness.ts";

let pages: LandingPagesHarness;
beforeAll(async () => {
  pages = await landingPagesHarness();
});
afterAll(() => pages.close());
beforeEach(() => pages.reset());

const preview = async (id: string) => (await pages.open((await pages.load(id)).preview_url)).body;
const order = (html: string) => [...html.matchAll(/data-block="([^"]+)"/g)].map(([, key]) => key);
const hide = (blocks: readonly Block[], kind: Block["kind"]) =>
  blocks.map((block) => (block.kind === kind ? { ...block, is_hidden: true } : block));

describe("the blocks of a page", () => {
  it("stand in the merchant's order, and those that are hidden are left out", async () => {
    const { id } = await pages.aPage();
    expect(order(await preview(id))).toEqual(["hero", "price", "delivery", "questions", "order"]);
    const saved = await pages.edit(id, ({ blocks }) => ({
      blocks: placeBlock(hide(blocks, "delivery"), "questions", 1),
    }));
    expect(saved).toMatchObject({ status: 200, data: { has_unpublished_changes: false, revision: 2 } });
    expect(order(await preview(id))).toEqual(["hero", "questions", "price", "order"]);
  });

  it("show the merchant's own texts as text", async () => {
    const attack = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const { id, slug } = await pages.aPublished();
    const plain = (await pages.open(`/p/${slug}`)).body;
    await pages.edit(id, ({ blocks }) => {
      const added = addBlock(addBlock(blocks, "offer").blocks, "text").blocks;
      return {
        blocks: added.map((block): Block => {
          if (block.kind === "offer" || block.kind === "text")
            return { ...block, title: attack, text: attack };
          if (block.kind === "questions") return { ...block, items: [{ question: attack, answer: attack }] };
          if (block.kind === "delivery") return { ...block, note: attack };
          return block.kind === "order"
            ? { ...block, title: "اطلبيها", label: `خذ <b>${"س".repeat(10)}` }
            : block;
        }),
      };
    });
    await pages.act({ id }, "publish");
    const { body } = await pages.open(`/p/${slug}`);
    expect(body).toContain('class="card offer"');
    expect(body.match(/&lt;script&gt;/g)).toHaveLength(7);
    expect(body).not.toMatch(/<script|<img src=x|<b>س/);
    // As many pictures and buttons as before.
    for (const tag of [/<img /g, /<a class="order"/g])
      expect(body.match(tag)?.length).toBe(plain.match(tag)?.length);
  });

  it("are each there once, and the opening is always shown", async () => {
    const { id } = await pages.aPage();
    for (const wrong of [
      (blocks: Block[]) => blocks.slice(1),
      (blocks: Block[]) => [...blocks, ...blocks.slice(-1)],
      (blocks: Block[]) => hide(blocks, "hero"),
    ]) {
      const { status, envelope } = await pages.edit(id, ({ blocks }) => ({ blocks: wrong(blocks) }));
      expect(status).toBe(400);
      expect(JSON.stringify(envelope)).toContain("blocks");
    }
  });

  it("show pictures of the media library, read when they are saved, and keep their own copy", async () => {
    pages.library.set("med_1", await aPicture("#17624b"));
    const { id, slug } = await pages.aPage();
    const before = await pages.load(id);
    await pages.edit(id, ({ blocks }) => {
      const added = addBlock(blocks, "picture");
      const block = added.blocks.find(({ key }) => key === added.key);
      if (block?.kind !== "picture") throw new Error("no picture");
      return { blocks: replaceBlock(added.blocks, { ...block, picture: "med_1", alt: "التفاصيل" }) };
    });
    expect(await preview(id)).not.toContain("التفاصيل");
    await pages.runJob("landing-pages-read-picture", { page_id: id });
    expect((await pages.load(id)).preview_stamp).not.toBe(before.preview_stamp);
    pages.library.clear();
    await pages.act({ id }, "publish");
    const { body } = await pages.open(`/p/${slug}`);
    expect(body).toMatch(/<img [^>]*alt="التفاصيل" loading="lazy"/);
    const [address = ""] = body.match(/\/p\/[^ ,"]*\/480\.webp/g)?.slice(-1) ?? [];
    expect((await pages.open(address)).statusCode).toBe(200);
  });
});

describe("the colours of a page", () => {
  it("are the page's own style, which alone its policy allows", async () => {
    const { id, slug } = await pages.aPage();
    await pages.edit(id, () => ({ colors: { ...defaultColors, main: "#5a1a3c", accent: "#f2c14e" } }));
    await pages.act({ id }, "publish");
    const { body, headers } = await pages.open(`/p/${slug}`);
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? "";
    expect(style).toContain("--main:#5a1a3c;--accent:#f2c14e;--on-accent:#000000");
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`);
  });

  it("are refused where texts would be hard to read, and nothing else is taken", async () => {
    const { id } = await pages.aPage();
    for (const [colors, refused] of [
      [{ ...defaultColors, main: "#ffe08a" }, 422],
      [{ ...defaultColors, ground: "#333333" }, 422],
      [{ ...defaultColors, main: "red" }, 400],
      [{ ...defaultColors, main: "#000000}body{display:none" }, 400],
    ] as const)
      expect((await pages.edit(id, () => ({ colors, headline: "x" }))).status).toBe(refused);
    expect((await pages.load(id)).content).toMatchObject({ colors: defaultColors, headline: "" });
  });
});

it("another merchant neither reads nor changes a page's blocks", async () => {
  const { id } = await pages.aPage();
  const read = await pages.server.call(`GET Clients/LandingPages/pages/${id}`, { as: "mer_2" });
  expect(read.status).toBe(404);
  expect((await pages.edit(id, () => ({ headline: "x" }), "mer_2")).status).toBe(404);
});
