import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { sanitizeFileName, withExtensionFor } from "../domain/image-facts.ts";
import { forgetBytesJob } from "./creative.jobs.ts";
import { deleteMediaRow, findMedia, lockMedia, type MediaRecord, setMediaName } from "./media.store.ts";
import { listMediaUses, type MediaUse } from "./media-uses.store.ts";
import { addStoredBytes, lockUsage } from "./usage.store.ts";

/** The merchant's file; refuses another merchant's as not found. */
export async function loadMedia(ctx: ReadContext, mediaId: string): Promise<MediaRecord> {
  return (await findMedia(ctx, mediaId)) ?? baseRefusals.refuse("base.not_found");
}

/** The first ads that show a file, and how many there are. */
export async function showUses(
  ctx: ReadContext,
  { mediaId }: { mediaId: string },
): Promise<{ items: MediaUse[]; total: number }> {
  const { id } = await loadMedia(ctx, mediaId);
  return listMediaUses(ctx, { mediaId: id, limit: 50 });
}

/** Gives a file another name; its extension stays the one of its content. */
export const renameMedia = (
  ctx: ReadContext,
  { mediaId, fileName }: { mediaId: string; fileName: string },
): Promise<MediaRecord> =>
  transact(ctx, async (ctx) => {
    const before = await loadMedia(ctx, mediaId);
    const name = withExtensionFor(before.mime, sanitizeFileName(fileName));
    if (name === before.file_name) return before;
    await setMediaName(ctx, mediaId, name);
    await recordChange(ctx, "creative.media_changed", {
      subject: mediaId,
      before: { file_name: before.file_name },
      after: { file_name: name },
    });
    return loadMedia(ctx, mediaId);
  });

/** Deletes a file; refuses, with the first ads, when one shows it. Its bytes are freed by a job after the commit. */
export const deleteMedia = (ctx: ReadContext, { mediaId }: { mediaId: string }): Promise<{ id: string }> =>
  transact(ctx, async (ctx) => {
    await lockUsage(ctx);
    const media = await lockMedia(ctx, mediaId);
    if (!media) return baseRefusals.refuse("base.not_found");
    await refuseInUse(ctx, mediaId);
    await deleteMediaRow(ctx, mediaId);
    const { file_name, kind, bytes, sha256, storage_key, thumbnail_key } = media;
    await addStoredBytes(ctx, -bytes);
    await ctx.tx.enqueue(forgetBytesJob, { keys: [storage_key, thumbnail_key] });
    await recordChange(ctx, "creative.media_deleted", {
      subject: mediaId,
      before: { file_name, kind, bytes, sha256 },
    });
    return { id: mediaId };
  });

async function refuseInUse(ctx: Context, mediaId: string): Promise<void> {
  const { items, total } = await listMediaUses(ctx, { mediaId, limit: 3 });
  if (total === 0) return;
  const names = items.map(({ name }) => name).join("، ");
  creativeRefusals.refuse("creative.media_in_use", { count: total, names });
}

type Change = { subject: string; before: object; after?: object };

/** Publishes a change of a file and writes it to the audit log. */
export async function recordChange(
  ctx: Context,
  name: "creative.media_changed" | "creative.media_deleted",
  change: Change,
): Promise<void> {
  await ctx.tx.publish({ name, merchant_id: ctx.actor.merchantId, media_id: change.subject });
  await recordAudit(ctx, { module: "creative", action: name, ...change });
}
