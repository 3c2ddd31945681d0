import type { Readable } from "node:stream";
import sharp from "sharp";
import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { deleteLogo, saveLogo } from "./qr-logo.store.ts";

const maxBytes = 2_000_000;
/** A small file may decode into gigabytes of pixels. */
const maxPixels = 16_000_000;
const sidePixels = 256;
const formats = new Set(["png", "jpeg", "webp"]);

/**
 * Stores the picture for the middle of the merchant's QR codes: encoded again as a square PNG without metadata, so that
 * nothing of the file itself is served. Refuses `tracking.logo_not_valid`.
 */
export async function setLogo(ctx: ReadContext, file: { stream: Readable } | undefined): Promise<null> {
  const png = await toLogo(file ? await readFile(file.stream) : null);
  await transact(ctx, async (ctx) => {
    await saveLogo(ctx, png);
    await recordAudit(ctx, {
      module: "tracking",
      action: "tracking.logo_set",
      subject: ctx.actor.merchantId,
    });
  });
  return null;
}

export async function removeLogo(ctx: ReadContext): Promise<null> {
  await transact(ctx, async (ctx) => {
    await deleteLogo(ctx);
    await recordAudit(ctx, {
      module: "tracking",
      action: "tracking.logo_removed",
      subject: ctx.actor.merchantId,
    });
  });
  return null;
}

/** Null when it is too large; the rest is read and dropped, so that the answer is heard. */
async function readFile(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > 0 && length <= maxBytes ? Buffer.concat(chunks) : null;
}

async function toLogo(bytes: Buffer | null): Promise<Buffer> {
  if (bytes === null) return trackingRefusals.refuse("tracking.logo_not_valid", {}, "file");
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels });
    const { format } = await picture.metadata();
    if (!formats.has(format ?? "")) return trackingRefusals.refuse("tracking.logo_not_valid", {}, "file");
    const background = { r: 255, g: 255, b: 255, alpha: 1 };
    return await picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "contain", background })
      .flatten({ background })
      .png()
      .toBuffer();
  } catch {
    return trackingRefusals.refuse("tracking.logo_not_valid", {}, "file");
  }
}
