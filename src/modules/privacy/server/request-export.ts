import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import { newId } from "#base/server/ids.ts";
import { waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { privacyRefusals } from "../contract/privacy.refusals.ts";
import { type ExportRow, findExport, findNewestExport, insertExport } from "./exports.store.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";
import { makeExportJob } from "./privacy.job-definitions.ts";

const dayMs = 86_400_000;

/** When another export may be asked for: a day after the last that did not fail; null when that is over. */
export function findNextExportAt(newest: ExportRow | undefined, now: Date): Date | null {
  if (!newest || newest.status === "failed") return null;
  const at = new Date(newest.requested_at.getTime() + dayMs);
  return at > now ? at : null;
}

/** Asks for an export. Refuses `privacy.export_under_way`, and `privacy.export_just_made` within a day. */
export const requestExport =
  ({ systemClock }: Pick<PrivacyDeps, "systemClock">) =>
  (ctx: ReadContext): Promise<void> =>
    transact(ctx, async (ctx) => {
      const newest = await findNewestExport(ctx);
      if (newest?.status === "pending" || newest?.status === "running")
        return privacyRefusals.refuse("privacy.export_under_way");
      const nextAt = findNextExportAt(newest, ctx.now);
      if (nextAt)
        return privacyRefusals.refuse(
          "privacy.export_just_made",
          waitParams(Math.ceil((nextAt.getTime() - ctx.now.getTime()) / 1_000)),
        );
      const id = newId("exp");
      const { merchantId: merchant_id } = ctx.actor;
      if (!(await insertExport(ctx, { id, systemNow: systemClock.now() })))
        return privacyRefusals.refuse("privacy.export_under_way");
      await recordAudit(ctx, { module: "privacy", action: "privacy.export_requested", subject: id });
      await ctx.tx.enqueue(makeExportJob, { merchant_id, export_id: id }, { key: id });
      await ctx.tx.publish({ name: "privacy.changed", merchant_id });
    });

/** The merchant's finished export. Refuses `privacy.export_gone` once its seven days are over. */
export const openExport =
  ({ storage }: Pick<PrivacyDeps, "storage">) =>
  async (ctx: ReadContext, id: string): Promise<FileContent> => {
    const found = await findExport(ctx, id);
    if (!found) return baseRefusals.refuse("base.not_found");
    const { status, storage_key: key, expires_at, finished_at, bytes } = found;
    if (status !== "ready" || !key || !expires_at || expires_at <= ctx.now)
      return privacyRefusals.refuse("privacy.export_gone");
    return {
      mime: "application/zip",
      fileName: `rawaj-${toRiyadhDay(finished_at ?? ctx.now)}.zip`,
      bytes,
      open: (part) => storage.open(key, part),
    };
  };
