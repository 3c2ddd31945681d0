import sharp, { type Sharp } from "sharp";
import type { Box } from "../../contract/design-shapes.ts";

const pixelsMax = 40_000_000;
/** A plain ground's channels differ by no more along each edge, as standard deviations of 255 levels. */
const plainDeviation = 12;
/** A crop that loses less is not noticed. */
const lossMax = 0.12;

type Pixels = Pick<Box, "width" | "height">;

/**
 * The photograph as a PNG of exactly these pixels. On a plain ground, as in a studio, it stays whole and its edges are
 * carried on, so that no product is cut; any other one is cropped around what draws the eye.
 */
export async function fitPhotograph(picture: Buffer, { width, height }: Pixels): Promise<Buffer> {
  const whole = sharp(picture, { limitInputPixels: pixelsMax, failOn: "truncated" })
    .autoOrient()
    .flatten({ background: "#ffffff" });
  const { autoOrient: size } = await whole.metadata();
  const scale = Math.min(width / size.width, height / size.height);
  const shown = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  const loss = 1 - (shown.width * shown.height) / (width * height);
  if (loss > lossMax && (await isPlain(whole, shown, { width, height }))) {
    const left = Math.floor((width - shown.width) / 2);
    const top = Math.floor((height - shown.height) / 2);
    return whole
      .resize(shown.width, shown.height, { fit: "fill" })
      .extend({
        left,
        right: width - shown.width - left,
        top,
        bottom: height - shown.height - top,
        extendWith: "copy",
      })
      .png({ compressionLevel: 1 })
      .toBuffer();
  }
  return whole
    .resize(width, height, { fit: "cover", position: sharp.strategy.attention })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Whether the two edges that would be carried on have one colour each. */
async function isPlain(whole: Sharp, shown: Pixels, wanted: Pixels): Promise<boolean> {
  const edge = 32;
  const pixels = await whole.clone().resize(edge, edge, { fit: "fill" }).removeAlpha().raw().toBuffer();
  const isAcross = shown.width < wanted.width;
  const read = (along: number, at: number) => {
    const offset = (isAcross ? along * edge + at : at * edge + along) * 3;
    return [...pixels.subarray(offset, offset + 3)];
  };
  return [0, edge - 1].every((at) => {
    // A shadow at the foot, or light from above, changes slowly: each pixel is compared with its neighbours.
    const line = Array.from({ length: edge }, (_, along) => read(along, at));
    const steps = line
      .slice(1)
      .flatMap((color, index) => color.map((value, channel) => value - (line[index]?.[channel] ?? 0)));
    return Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / steps.length) < plainDeviation;
  });
}
