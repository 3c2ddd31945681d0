import type { ReadContext } from "#base/server/context.ts";
import type { ErasureShown, ExportShown, Overview } from "../contract/privacy.calls.ts";
import { findErasure } from "./erasures.store.ts";
import { type ExportRow, findNewestExport } from "./exports.store.ts";
import { showConsents } from "./keep-consents.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";
import { listBlockers } from "./request-erasure.ts";
import { findNextExportAt } from "./request-export.ts";

/** All that the page of one's own data shows first. */
export const showOverview =
  (deps: Pick<PrivacyDeps, "personalData" | "wallet">) =>
  async (ctx: ReadContext): Promise<Overview> => {
    const newest = await findNewestExport(ctx);
    return {
      export: newest ? presentExport(newest, ctx.now) : null,
      next_export_at: findNextExportAt(newest, ctx.now)?.toISOString() ?? null,
      erasure: await showErasure(ctx),
      blockers: await listBlockers(deps)(ctx),
      consents: await showConsents(deps)(ctx),
    };
  };

/** Null when none was asked for, or it was taken back. */
async function showErasure(ctx: ReadContext): Promise<ErasureShown | null> {
  const found = await findErasure(ctx);
  if (!found || found.state === "cancelled") return null;
  const { state, requested_at, due_at } = found;
  return { state, requested_at: requested_at.toISOString(), due_at: due_at.toISOString() };
}

function presentExport(row: ExportRow, now: Date): ExportShown {
  const { id, tables_done, tables_total, rows_done, bytes, expires_at } = row;
  const isOver = row.status === "ready" && expires_at !== null && expires_at <= now;
  return {
    id,
    status: isOver ? "expired" : row.status,
    tables_done,
    tables_total,
    rows_done,
    bytes,
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}
