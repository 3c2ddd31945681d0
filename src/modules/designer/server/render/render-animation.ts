import sharp from "sharp";
import { animatedImageMax } from "#modules/creative/contract/uploads.ts";
import { toFrames } from "../../domain/animate-design.ts";
import type { Design } from "../../domain/design.ts";
import { type Pictures, type RenderedDesign, renderDesign } from "./render-design.ts";

/**
 * The design as a GIF that begins again for ever, of at most 1280 by 1080 pixels, as the library takes it. Its texts are
 * those of the whole design.
 */
export async function renderAnimation(design: Design, pictures: Pictures): Promise<RenderedDesign> {
  const frames = toFrames(design);
  const drawn: Buffer[] = [];
  let texts: RenderedDesign["texts"] = [];
  for (const frame of frames) {
    const rendered = await renderDesign(frame.design, { ...pictures, format: "png" });
    const { width, height } = animatedImageMax;
    const small = sharp(rendered.file).resize(width, height, { fit: "inside", withoutEnlargement: true });
    drawn.push(await small.png({ compressionLevel: 1 }).toBuffer());
    texts = rendered.texts;
  }
  const file = await sharp(drawn, { join: { animated: true } })
    .gif({ delay: frames.map(({ delayMs }) => delayMs), loop: 0, dither: 0.6, effort: 4 })
    .toBuffer();
  return { file, texts };
}
