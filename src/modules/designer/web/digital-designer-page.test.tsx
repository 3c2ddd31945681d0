import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { DesignDetails, DesignSize } from "../contract/design-shapes.ts";
import { composeDesign } from "../domain/compose-design.ts";
import en from "../messages/en.json" with { type: "json" };
import { DigitalDesignerPage } from "./digital-designer-page.tsx";

const style = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f", font: "Cairo", motif: null } as const;
const content = {
  language: "en",
  headline: "A scent",
  subline: "Oud",
  store: "Noura",
  priceHalalas: 34_900,
  logoRatio: null,
} as const;
const aDesign = (more: Partial<DesignDetails> = {}): DesignDetails => ({
  id: "dsg_1",
  request_id: "dsr_1",
  number: 1,
  headline: "A scent",
  product_name: "Oud 12 ml",
  layout: "arch",
  style: "calm",
  version: 1,
  placements: ["story", "square"],
  preview_url: "/preview?version=1",
  created_at: "2026-11-21T09:00:00Z",
  updated_at: "2026-11-21T09:00:00Z",
  language: "en",
  product_id: "prd_1",
  store_price_halalas: 34_900,
  sizes: {
    story: [...composeDesign("arch", "story", content, style).layers],
    square: [...composeDesign("arch", "square", content, style).layers],
  },
  ...more,
});
const aSize = (more: Partial<DesignSize> = {}): DesignSize => ({
  placement: "story",
  version: 1,
  preview_url: "/preview?version=1",
  texts: [{ key: "headline", size: 90, fits: true, contrast: 9.1, is_readable: true, is_safe: true }],
  is_price_safe: true,
  ...more,
});
const state = {
  is_subscribed: true,
  available_pictures: 46,
  quota: { limit_pictures: 60, left_pictures: 46, renews_at: "2026-12-01T00:00:00Z" },
  can_draw_backgrounds: false,
  day_left_backgrounds: 20,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  openSession({ token: "token", expiresAt: null } as never);
  answers = {
    "DigitalDesigner/state": state,
    "GET DigitalDesigner/designs": { items: [], next: null },
    "DigitalDesigner/designs/dsg_1": aDesign(),
    "DigitalDesigner/designs/dsg_1/sizes/story": aSize(),
    "DigitalDesigner/designs/dsg_1/sizes/square": aSize({ placement: "square" }),
    "Stores/products": {
      items: [{ id: "prd_1", name: "Oud 12 ml", image_url: null, price_halalas: 34_900 }],
      next: null,
    },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { designer: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address = "/digital-designer") =>
  openPages({ "/digital-designer": DigitalDesignerPage }, address);
const listSent = (method: string) => sent.filter((request) => request.method === method);

describe("a request for designs", () => {
  const fill = async () => {
    fireEvent.click(await screen.findByRole("button", { name: en.product.choose }));
    fireEvent.click(await screen.findByRole("button", { name: /Oud 12 ml/ }));
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(en.form.headline) }), {
      target: { value: "A scent" },
    });
  };
  const make = () => fireEvent.click(screen.getByRole("button", { name: en.form.make }));

  it("sends what was chosen and shows the designs", async () => {
    answers["POST DigitalDesigner/designs"] = { items: [aDesign()] };
    await open();
    await fill();
    fireEvent.click(screen.getByRole("radio", { name: en.styles.najdi }));
    fireEvent.click(screen.getByRole("radio", { name: "6" }));
    answers["GET DigitalDesigner/designs"] = { items: [aDesign()], next: null };
    make();
    const card = await screen.findByRole("link", { name: "Open the design: A scent, Arch" });
    expect(card.getAttribute("href")).toContain("design=dsg_1");
    expect(listSent("POST")[0]?.body).toMatchObject({
      product_id: "prd_1",
      headline: "A scent",
      style: "najdi",
      season: null,
      count: 6,
      placements: ["story", "square", "landscape"],
      shows_price: true,
    });
  });

  it("may be made of a picture of the library, where the product has none", async () => {
    answers["POST DigitalDesigner/designs"] = { items: [] };
    answers["Media/index"] = {
      items: [
        {
          id: "med_1",
          kind: "image",
          mime: "image/jpeg",
          file_name: "oud.jpg",
          bytes: 1_000,
          width: 900,
          height: 900,
          seconds: null,
          poster_seconds: null,
          uses: 0,
          url: "/file",
          thumbnail_url: "/thumbnail",
          created_at: "2026-11-21T09:00:00Z",
        },
      ],
      page: 1,
      size: 24,
      total: 1,
      next: null,
    };
    await open();
    await fill();
    expect(screen.getByText(en.photograph.missing)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: en.photograph.choose }));
    fireEvent.click(await screen.findByRole("button", { name: /oud\.jpg/ }, { timeout: 5_000 }));
    make();
    await waitFor(() => expect(listSent("POST")[0]?.body).toMatchObject({ media_id: "med_1" }));
  });

  it("has a background drawn from a description where a picture model is set, and no such field elsewhere", async () => {
    answers["DigitalDesigner/state"] = { ...state, can_draw_backgrounds: true };
    answers["POST DigitalDesigner/designs"] = refuse(422, {
      code: "designer.background_refused",
      fields: { background: ["Change the description."] },
    });
    await open();
    await fill();
    const field = await screen.findByRole("textbox", { name: new RegExp(en.form.background) });
    fireEvent.change(field, { target: { value: "Dunes at dusk" } });
    make();
    // What was refused stands at the field, and the description stays.
    expect(await screen.findByText("Change the description.")).toBeDefined();
    expect(listSent("POST")[0]?.body).toMatchObject({ background: "Dunes at dusk" });
    cleanup();
    answers["DigitalDesigner/state"] = state;
    await open();
    await screen.findByRole("textbox", { name: new RegExp(en.form.headline) });
    expect(screen.queryByRole("textbox", { name: new RegExp(en.form.background) })).toBeNull();
  });

  it("without a product or a headline is not sent, and says what is missing", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: en.form.make }));
    expect(await screen.findByText(en.product.missing)).toBeTruthy();
    expect(screen.getByText(en.form.headline_missing)).toBeTruthy();
    expect(listSent("POST")).toEqual([]);
  });

  it("that was refused says so at the product, and is sent again with its key", async () => {
    const missing = refuse(422, { code: "designer.picture_missing", fields: { product_id: ["No photo"] } });
    answers["POST DigitalDesigner/designs"] = missing;
    await open();
    await fill();
    make();
    expect(await screen.findByText("No photo")).toBeTruthy();
    make();
    await waitFor(() => expect(listSent("POST")).toHaveLength(2));
    const [first, second] = listSent("POST").map(({ body }) => (body as { request_key: string }).request_key);
    expect(second).toBe(first);
  });

  it("of a merchant without a subscription shows the ways to one", async () => {
    answers["DigitalDesigner/state"] = { is_subscribed: false, available_pictures: 0, quota: null };
    await open();
    expect(await screen.findByText(en.subscribe.title)).toBeTruthy();
    expect(screen.getByRole("link", { name: en.subscribe.buy })).toBeTruthy();
  });
});

describe("the brand kit", () => {
  it("is saved with its colours, font and phrases, one on each line", async () => {
    answers["DigitalDesigner/brand-kit"] = {
      colors: { main: "#f0f0f0", soft: "#ffffff", accent: "#c9973f" },
      font: null,
      phrases: ["best"],
      logo_url: null,
    };
    await open();
    fireEvent.click(await screen.findByRole("button", { name: en.brand.open }));
    // What cannot be read is said before it is saved.
    expect(await screen.findByText(en.brand.low_contrast)).toBeTruthy();
    fireEvent.change(screen.getByLabelText(en.brand.main), { target: { value: "#123456" } });
    expect(screen.queryByText(en.brand.low_contrast)).toBeNull();
    fireEvent.change(screen.getByRole("textbox", { name: en.brand.phrases }), {
      target: { value: "best\n\nguaranteed" },
    });
    fireEvent.click(screen.getByRole("button", { name: en.brand.save }));
    await waitFor(() =>
      expect(listSent("PUT")[0]?.body).toEqual({
        colors: { main: "#123456", soft: "#ffffff", accent: "#c9973f" },
        font: null,
        phrases: ["best", "guaranteed"],
      }),
    );
  });
});

describe("a design that is edited", () => {
  const edit = "/digital-designer?design=dsg_1";
  const text = () => screen.findByRole("textbox", { name: en.edit.text });
  const lastSaved = () => listSent("PUT").at(-1)?.body as Pick<DesignDetails, "version" | "sizes">;
  const type = async (value: string) => fireEvent.change(await text(), { target: { value } });

  it("is saved with its version in all sizes, and undone as one step", async () => {
    answers["PUT DigitalDesigner/designs/dsg_1"] = aDesign({ version: 2 });
    await open(edit);
    await type("A scen");
    await type("A scent that stays");
    await waitFor(() => expect(listSent("PUT")).toHaveLength(1), { timeout: 5_000 });
    const { version, sizes } = lastSaved();
    expect(version).toBe(1);
    for (const layers of Object.values(sizes))
      expect(layers.find(({ key }) => key === "headline")).toMatchObject({ text: "A scent that stays" });
    await type("x");
    fireEvent.click(screen.getByRole("button", { name: en.edit.undo }));
    expect(((await text()) as HTMLTextAreaElement).value).not.toBe("x");
  });

  it("moves by arrow keys in the size that is shown alone, and hides a layer", async () => {
    answers["PUT DigitalDesigner/designs/dsg_1"] = aDesign({ version: 2 });
    await open(edit);
    const frame = await screen.findByRole("button", {
      name: "Move Price by dragging or with the arrow keys",
    });
    fireEvent.focus(frame);
    const across = screen.getByRole("textbox", { name: en.edit.x }) as HTMLInputElement;
    const from = Number(across.value);
    fireEvent.keyDown(frame, { key: "ArrowRight", shiftKey: true });
    expect(across.value).toBe(String(from + 40));
    fireEvent.click(screen.getByRole("button", { name: "Hide Price" }));
    expect(screen.queryByRole("button", { name: /^Move Price/ })).toBeNull();
    await waitFor(() => expect(listSent("PUT")).toHaveLength(1), { timeout: 5_000 });
    const { sizes } = lastSaved();
    const find = (placement: "story" | "square") => sizes[placement]?.find(({ key }) => key === "price");
    expect(find("story")).toMatchObject({ is_hidden: true, box: { x: from + 40 } });
    expect(find("square")).toMatchObject({
      is_hidden: true,
      box: aDesign().sizes.square?.find(({ key }) => key === "price")?.box,
    });
  });

  it("elsewhere meanwhile says so, and shows what is saved when that is wanted", async () => {
    answers["PUT DigitalDesigner/designs/dsg_1"] = refuse(409, { code: "designer.changed_elsewhere" });
    await open(edit);
    await type("Too late");
    expect(await screen.findByText(en.edit.conflict, undefined, { timeout: 5_000 })).toBeTruthy();
    answers["GET DigitalDesigner/designs/dsg_1"] = aDesign({ version: 5, headline: "Theirs" });
    fireEvent.click(screen.getByRole("button", { name: en.edit.reload }));
    expect(await screen.findByRole("heading", { level: 1, name: "Theirs" })).toBeTruthy();
  });

  it("says what is wrong with a size, and that the store has another price", async () => {
    answers["DigitalDesigner/designs/dsg_1"] = aDesign({ store_price_halalas: 29_900 });
    answers["DigitalDesigner/designs/dsg_1/sizes/story"] = aSize({
      texts: [{ key: "headline", size: 40, fits: false, contrast: 2.1, is_readable: false, is_safe: false }],
    });
    await open(edit);
    expect(await screen.findByText("“Headline” is longer than its space")).toBeTruthy();
    expect(screen.getByText("“Headline” has a contrast of 2.1:1, which is too low")).toBeTruthy();
    expect(screen.getByText("“Headline” leaves the safe zone")).toBeTruthy();
    const sizes = screen.getByRole("navigation", { name: en.sizes.title });
    expect(
      within(sizes)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([`Story1080×1920${en.sizes.review}`, `Square1080×1080${en.sizes.good}`]);
    answers["PUT DigitalDesigner/designs/dsg_1"] = aDesign({ version: 2 });
    fireEvent.click(screen.getByRole("button", { name: en.verdict.update_price }));
    await waitFor(() => expect(listSent("PUT")).toHaveLength(1));
  });
});
