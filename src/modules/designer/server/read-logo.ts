import sharp from "sharp";
import type { Rgb } from "#base/shared/contrast.ts";

const pixelsMax = 40_000_000;
const edgeMax = 800;

/** A logo as a PNG without its empty edges, its width for a height of one, and its colours. Throws where it is no picture. */
export async function readLogo(bytes: Buffer): Promise<{ png: Buffer; ratio: number; colors: Rgb[] }> {
  const whole = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: "truncated" })
    .autoOrient()
    .resize(edgeMax, edgeMax, { fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .png()
    .toBuffer();
  const { data: png, info } = await sharp(whole)
    .trim({ threshold: 12 })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png, ratio: info.width / info.height, colors: await listColors(png) };
}

/** Colours that are this far apart are two, as the sum of their channels' differences. */
const apart = 90;
const colorsMax = 5;

/** The most frequent colours of what is not empty and not nearly white, the most frequent first. */
async function listColors(png: Buffer): Promise<Rgb[]> {
  const pixels = await sharp(png)
    .resize(96, 96, { fit: "inside", kernel: "nearest" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const counts = new Map<string, { color: Rgb; count: number }>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128 || Math.min(red, green, blue) > 235) continue;
    const key = [red, green, blue].map((value) => value >> 4).join();
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { color: [red, green, blue], count: 1 });
  }
  const found: Rgb[] = [];
  for (const { color } of [...counts.values()].sort((one, other) => other.count - one.count)) {
    const isNew = found.every((other) => measureDistance(color, other) > apart);
    if (isNew) found.push(color);
    if (found.length === colorsMax) break;
  }
  return found;
}

const measureDistance = (one: Rgb, other: Rgb) =>
  one.reduce<number>((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0);
