import type { Readable } from "node:stream";
import sharp from "sharp";
import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import { deletePicture, savePicture } from "./pictures.store.ts";

const maxBytes = 5_000_000;
/** A small file may decode into gigabytes of pixels. */
const maxPixels = 40_000_000;
const sidePixels = 160;
const formats = new Set(["png", "jpeg", "webp"]);

/**
 * Stores the merchant's picture: cut to a square around what draws the eye and encoded again without metadata, so that
 * nothing of the file itself is served. Refuses `merchants.picture_not_valid`.
 */
export const setPicture =
  ({ systemClock }: { systemClock: Clock }) =>
  async (ctx: ReadContext, file: { stream: Readable; fieldName: string }): Promise<void> => {
    const webp = await drawAnew(await readFile(file.stream), file.fieldName);
    await transact(ctx, async (ctx) => {
      await savePicture(ctx, webp, systemClock.now());
      await recordPicture(ctx, "merchant.picture_set");
    });
  };

export const removePicture = (ctx: ReadContext): Promise<void> =>
  transact(ctx, async (ctx) => {
    await deletePicture(ctx);
    await recordPicture(ctx, "merchant.picture_removed");
  });

async function recordPicture(ctx: Context, action: "merchant.picture_set" | "merchant.picture_removed") {
  const { merchantId } = ctx.actor;
  await ctx.tx.publish({ name: "merchant.profile_changed", merchant_id: merchantId });
  await recordAudit(ctx, { module: "merchants", action, subject: merchantId });
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

async function drawAnew(bytes: Buffer | null, field: string): Promise<Buffer> {
  const refuse = () => merchantsRefusals.refuse("merchants.picture_not_valid", {}, field);
  if (bytes === null) return refuse();
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels });
    const { format, pages = 1 } = await picture.metadata();
    if (!formats.has(format ?? "") || pages > 1) return refuse();
    const square = picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "cover", position: "attention" });
    return await square.flatten({ background: "#ffffff" }).webp({ quality: 80 }).toBuffer();
  } catch {
    return refuse();
  }
}
