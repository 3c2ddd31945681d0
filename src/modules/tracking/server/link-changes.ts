import { listAuditOfSubjects, recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { LinkChange } from "../contract/link-shapes.ts";
import { findLink } from "./find-link.ts";

type Change = { before: Record<string, unknown>; after: Record<string, unknown> };

/** Keeps what a link was before a change; its destinations are its history. */
export async function recordLinkChange(ctx: Context, linkId: string, change: Change): Promise<void> {
  const merchant_id = ctx.actor.merchantId;
  await ctx.tx.publish({ name: "tracking.link_changed", merchant_id, link_id: linkId });
  await recordAudit(ctx, { module: "tracking", action: "tracking.link_changed", subject: linkId, ...change });
}

/** Only what differs; null when nothing does. */
export function pickChanged(before: Record<string, unknown>, after: Record<string, unknown>): Change | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return names.length === 0 ? null : { before: pick(before), after: pick(after) };
}

export type LinkChangesDeps = { merchants: Pick<MerchantsFacade, "nameActors"> };
type Input = { linkId: string; before?: number | undefined; size: number };

/** A link's changes, newest first; `before` is the last id of the page before. Refuses `tracking.link_not_found`. */
export const listLinkChanges =
  ({ merchants }: LinkChangesDeps) =>
  async (
    ctx: ReadContext,
    { linkId, before, size }: Input,
  ): Promise<{ items: LinkChange[]; next: number | null }> => {
    await findLink(ctx, linkId);
    const entries = await listAuditOfSubjects(ctx, {
      module: "tracking",
      subjects: [linkId],
      before,
      size: size + 1,
    });
    const shown = entries.slice(0, size);
    const names = await merchants.nameActors(ctx, shown);
    return {
      items: shown.map((entry) => ({
        id: entry.id,
        action: entry.action,
        by: entry.actor_kind === "member" || entry.actor_kind === "staff" ? entry.actor_kind : "system",
        by_name: (entry.actor_kind === "member" && names.get(entry.actor_id ?? "")) || null,
        at: entry.recorded_at.toISOString(),
        before: toRecord(entry.before),
        after: toRecord(entry.after),
      })),
      next: entries.length > size ? (shown.at(-1)?.id ?? null) : null,
    };
  };

const toRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
