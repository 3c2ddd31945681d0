import sharp, { type CreateRaw, type OverlayOptions, type Sharp } from "sharp";
import { renderLabelled } from "#base/server/documents/render-pdf.ts";
import { computeContrast, computeLuminance, parseColor } from "#base/shared/contrast.ts";
import type {
  BackdropLayer,
  Box,
  LogoLayer,
  PictureLayer,
  PriceLayer,
  ShapeLayer,
  TextLayer,
} from "../../contract/design-shapes.ts";
import type { FileFormat } from "../../contract/designer-enums.ts";
import { type Design, toPriceText } from "../../domain/design.ts";
import { fitPhotograph } from "./fit-photograph.ts";
import { drawOutline } from "./outlines.ts";

/** A still picture, or a small one for screens. */
export type PictureFormat = Exclude<FileFormat, "gif"> | "preview";

/** How a text came out: its size in pixels, and its weakest contrast with the pixels beneath it, 1 to 21. */
export type TextOutcome = { key: TextLayer["key"]; size: number; fits: boolean; contrast: number };
export type RenderedDesign = { file: Buffer; texts: TextOutcome[] };

/** The bytes of what layers show: the product's photograph, the brand's logo, what a picture model drew. */
export type Pictures = { picture: Buffer; logo?: Buffer | null; backdrop?: Buffer | null };

const template = new URL("./words.typ", import.meta.url);
const pixelsMax = 40_000_000;

/**
 * Draws a design as a real file, `picture` being the product's photograph. Letters are set by the documents' thread and
 * arrive as shapes; pixels are drawn by sharp's threads. Throws where `picture` is no picture that can be read.
 */
export async function renderDesign(
  design: Design,
  { picture, logo = null, backdrop = null, format }: Pictures & { format: PictureFormat },
): Promise<RenderedDesign> {
  const { width, height, language } = design;
  const layers = design.layers.filter(({ is_hidden }) => !is_hidden);
  const texts = layers.filter((layer) => layer.kind === "text");
  const prices = layers.filter((layer) => layer.kind === "price");
  const { svg, values } = await renderLabelled(
    {
      template,
      data: {
        width,
        height,
        language,
        texts,
        prices: prices.map((tag) => ({ ...tag, text: toPriceText(tag.amount_halalas) })),
      },
      createdAt: new Date(0),
    },
    "words",
  );
  const parts = await Promise.all(
    layers.flatMap((layer) => {
      if (layer.kind === "text") return [];
      if (layer.kind === "logo") return logo ? [drawLogo(layer, design, logo)] : [];
      if (layer.kind === "backdrop") return backdrop ? [drawBackdrop(layer, design, backdrop)] : [];
      return [drawPart(layer, design, picture)];
    }),
  );
  const ground = await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(parts)
    .removeAlpha()
    .raw()
    .toBuffer();
  const raw = { width, height, channels: 3 } as const;
  const words = await sharp(svg, { limitInputPixels: pixelsMax })
    .resize(width, height, { fit: "fill" })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const file = await encode(
    sharp(ground, { raw }).composite([{ input: words, top: 0, left: 0 }]),
    format,
    raw,
  );
  const set = values as Omit<TextOutcome, "contrast">[];
  return {
    file,
    texts: set.map((outcome, index) => ({
      ...outcome,
      contrast: texts[index] ? measureContrast(ground, design, texts[index]) : 1,
    })),
  };
}

/** The longer edge of a preview, in pixels. */
const previewEdge = 960;

async function encode(drawn: Sharp, format: PictureFormat, raw: CreateRaw): Promise<Buffer> {
  if (format === "png") return drawn.png({ compressionLevel: 7 }).toBuffer();
  if (format === "jpeg") return drawn.jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer();
  // Within one pipeline sharp resizes before it composites.
  const whole = await drawn.removeAlpha().raw().toBuffer();
  return sharp(whole, { raw })
    .resize(previewEdge, previewEdge, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 84 })
    .toBuffer();
}

/** The weakest of 32 by 32 points of the box, without the odd one in fifty. */
function measureContrast(ground: Buffer, { width, height }: Design, { box, color }: TextLayer): number {
  const ink = computeLuminance(parseColor(color));
  const steps = 32;
  const contrasts: number[] = [];
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1) {
      const x = Math.min(width - 1, Math.round(box.x + ((column + 0.5) / steps) * box.width));
      const y = Math.min(height - 1, Math.round(box.y + ((row + 0.5) / steps) * box.height));
      const at = (y * width + x) * 3;
      const [red = 0, green = 0, blue = 0] = ground.subarray(at, at + 3);
      contrasts.push(computeContrast(ink, computeLuminance([red, green, blue])));
    }
  contrasts.sort((one, other) => one - other);
  return contrasts[Math.floor(contrasts.length / 50)] ?? 1;
}

/** The logo whole within its box, with a margin where it has a plate. */
async function drawLogo(
  { box, plate_color }: LogoLayer,
  design: Design,
  logo: Buffer,
): Promise<OverlayOptions> {
  const plate = toWholePixels(box, design);
  const margin = plate_color ? 0.14 : 0;
  const size = (length: number) => Math.max(1, Math.round(length * (1 - 2 * margin)));
  const inner = await sharp(logo)
    .resize(size(plate.width), size(plate.height), { fit: "contain", background: "#00000000" })
    .png()
    .toBuffer();
  const ground = { x: 0, y: 0, width: plate.width, height: plate.height };
  const radius = Math.min(plate.width, plate.height) * 0.18;
  const outline = drawOutline("rectangle", ground, radius);
  const drawn = sharp(toSvg(ground, outline, plate_color ?? "#ffffff", plate_color ? 1 : 0));
  const input = await drawn
    .composite([{ input: inner, gravity: "centre" }])
    .png()
    .toBuffer();
  return { input, top: plate.y, left: plate.x };
}

/** The picture over its whole box, cropped at its edges, as faint as the layer says. */
async function drawBackdrop(
  { box, opacity }: BackdropLayer,
  design: Design,
  backdrop: Buffer,
): Promise<OverlayOptions> {
  const { x, y, width, height } = toWholePixels(box, design);
  const input = await sharp(backdrop)
    .resize(width, height, { fit: "cover" })
    .removeAlpha()
    .ensureAlpha(opacity)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input, top: y, left: x };
}

const masks = { arch: "arch", rounded: "rectangle", circle: "ellipse", none: "rectangle" } as const;

async function drawPart(
  layer: PictureLayer | ShapeLayer | PriceLayer,
  design: Design,
  picture: Buffer,
): Promise<OverlayOptions> {
  if (layer.kind === "price")
    return { input: toSvg(design, drawOutline("ellipse", layer.box), layer.tag_color), top: 0, left: 0 };
  if (layer.kind === "shape")
    return {
      input: toSvg(design, drawOutline(layer.outline, layer.box, layer.radius), layer.color, layer.opacity),
      top: 0,
      left: 0,
    };
  const box = toWholePixels(layer.box, design);
  const cut = sharp(await fitPhotograph(picture, box));
  if (layer.outline !== "none") {
    const inner = { x: 0, y: 0, width: box.width, height: box.height };
    const mask = toSvg(
      inner,
      drawOutline(masks[layer.outline], inner, Math.min(box.width, box.height) * 0.06),
      "#ffffff",
    );
    cut.ensureAlpha().composite([{ input: mask, blend: "dest-in" }]);
  }
  return { input: await cut.png({ compressionLevel: 1 }).toBuffer(), top: box.y, left: box.x };
}

/** Inside the page: a layer may reach over its edge. */
function toWholePixels({ x, y, width, height }: Box, page: Pick<Design, "width" | "height">): Box {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(page.width, Math.round(x + width)) - left),
    height: Math.max(1, Math.min(page.height, Math.round(y + height)) - top),
  };
}

const toSvg = (
  { width, height }: Pick<Design, "width" | "height">,
  inner: string,
  color: string,
  opacity = 1,
) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="${color}" opacity="${opacity}">${inner}</g></svg>`,
  );
