import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Blob, Direction, Face, Font, Buffer as GlyphBuffer, shape } from "harfbuzzjs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { renderLabelled } from "#base/server/documents/render-pdf.ts";
import type { TextLayer } from "../../contract/design-shapes.ts";
import { layouts } from "../../contract/designer-enums.ts";
import { composeDesign } from "../../domain/compose-design.ts";
import type { Design } from "../../domain/design.ts";
import { renderDesign } from "./render-design.ts";

const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#777777" } })
  .jpeg()
  .toBuffer();
const content = {
  language: "ar",
  headline: "عِطرٌ يَسبِقُك",
  subline: "دهن عود 12 مل",
  store: "نورة",
  priceHalalas: 34_900,
  logoRatio: null,
} as const;
const style = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f", font: "Cairo", motif: null } as const;
const aText = (more: Partial<TextLayer> = {}): TextLayer => ({
  kind: "text",
  key: "headline",
  box: { x: 20, y: 20, width: 560, height: 160 },
  text: "لا",
  font: "Cairo",
  is_bold: true,
  color: "#000000",
  max_size: 100,
  min_size: 40,
  is_hidden: false,
  align: "start",
  ...more,
});
const aDesign = (...layers: Design["layers"]): Design => ({
  width: 600,
  height: 200,
  language: "ar",
  layers,
});
const draw = (design: Design) => renderDesign(design, { picture, format: "png" });

describe("a design", () => {
  it("is a file of its placement's pixels, the same bytes for the same design, each layout another picture", async () => {
    const files: Buffer[] = [];
    for (const layout of layouts) {
      const design = composeDesign(layout, "landscape", content, style);
      const { file, texts } = await draw(design);
      expect(await sharp(file).metadata()).toMatchObject({ format: "png", width: 1_200, height: 628 });
      expect((await draw(design)).file.equals(file)).toBe(true);
      expect(texts.map(({ key, fits }) => [key, fits])).toEqual([
        ["store", true],
        ["headline", true],
        ["subline", true],
      ]);
      for (const { contrast } of texts) expect(contrast).toBeGreaterThanOrEqual(4.5);
      files.push(file);
    }
    expect(new Set(files.map((file) => file.toString("base64"))).size).toBe(layouts.length);
    const { file } = await renderDesign(composeDesign("arch", "story", content, style), {
      picture,
      format: "jpeg",
    });
    expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", width: 1_080, height: 1_920 });
  });

  it("shrinks a text to its box, and says what does not fit within its bounds", async () => {
    const long = "عبارة طويلة جدًا لا تتسع لها المساحة ".repeat(4).trim();
    const { texts } = await draw(aDesign(aText({ text: "عطر يسبقك ويبقى أثره" }), aText({ text: long })));
    expect(texts[0]).toMatchObject({ fits: true });
    expect(texts[0]?.size).toBeLessThan(100);
    expect(texts[1]).toMatchObject({ fits: false, size: 40 });
    const wide = await draw(aDesign(aText({ text: "w".repeat(60) })));
    expect(wide.texts[0]).toMatchObject({ fits: false });
  });

  it("measures contrast on the pixels beneath: the photograph's grey, not the page's white", async () => {
    const whole = { x: 0, y: 0, width: 600, height: 200 };
    const ground = {
      kind: "picture",
      key: "product",
      box: whole,
      outline: "none",
      is_hidden: false,
    } as const;
    const [onWhite, onPicture] = [await draw(aDesign(aText())), await draw(aDesign(ground, aText()))];
    expect(onWhite.texts[0]?.contrast).toBeCloseTo(21, 1);
    // #777777 against black.
    expect(onPicture.texts[0]?.contrast).toBeCloseTo(4.69, 1);
  });

  it("shows what a merchant wrote as letters, never as markup", async () => {
    const text = "#panic() $x$ *b*";
    expect((await findGlyphs(text)).length).toBe(text.replaceAll(" ", "").length);
  });

  it("a broken photograph is refused", async () => {
    const design = composeDesign("split", "square", content, style);
    await expect(
      renderDesign(design, { picture: Buffer.from("no picture"), format: "png" }),
    ).rejects.toThrow();
  });
});

/** Where each glyph with an outline stands, from the left of the first one, in pixels. */
async function findGlyphs(text: string): Promise<number[]> {
  const layer = aText({ text, box: { x: 0, y: 0, width: 900, height: 300 } });
  const { svg } = await renderLabelled(
    {
      template: new URL("./words.typ", import.meta.url),
      data: { width: 900, height: 300, language: "ar", texts: [layer], prices: [] },
      createdAt: new Date(0),
    },
    "words",
  );
  const found: number[] = [];
  let start = 0;
  for (const [, moved, x] of svg.toString().matchAll(/translate\(([-\d.]+)|<use [^>]*?x="([-\d.]+)"/g)) {
    if (moved !== undefined) start = Number(moved);
    else found.push(start + Number(x));
  }
  return fromFirst(found);
}

const fromFirst = (places: number[]) => {
  const sorted = places.toSorted((one, other) => one - other);
  return sorted.map((x) => x - (sorted[0] ?? 0));
};

const fontFile = createRequire(import.meta.url).resolve("@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf");
const face = new Face(new Blob(new Uint8Array(await readFile(fontFile))));

/** The same by HarfBuzz, for text of one direction. */
function shapeByReference(text: string): number[] {
  const font = new Font(face);
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  // Digits of both kinds are read from the left (Unicode bidirectional algorithm, AN and EN).
  if (/^[\d٠-٩]/.test(text)) buffer.setDirection(Direction.LTR);
  shape(font, buffer);
  const places: number[] = [];
  let pen = 0;
  for (const { codepoint, xAdvance = 0, xOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
    if (font.glyphToPath(codepoint) !== "") places.push(((pen + xOffset) / face.upem) * 100);
    pen += xAdvance;
  }
  return fromFirst(places);
}

describe("glyphs, compared with HarfBuzz", () => {
  it.each(["لا", "لأنك", "السَّلامُ", "عِطرٌ", "١٢٣", "1,234", "Rawaj"])("%s", async (text) => {
    const [set, reference] = [await findGlyphs(text), shapeByReference(text)];
    expect(set).toHaveLength(reference.length);
    for (const [index, x] of set.entries()) expect(Math.abs(x - (reference[index] ?? 0))).toBeLessThan(0.5);
  });

  it("lam-alef is one glyph, and mixed text has the glyphs of its runs", async () => {
    expect(await findGlyphs("لا")).toHaveLength(1);
    const runs = ["عود", "12", "ml"].flatMap(shapeByReference);
    expect(await findGlyphs("عود 12 ml")).toHaveLength(runs.length);
  });
});
