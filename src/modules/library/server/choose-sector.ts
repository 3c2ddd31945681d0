import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { SectorState } from "../contract/ads-library.calls.ts";
import type { Sector } from "../contract/library-enums.ts";
import {
  findChoice,
  findNewestMedians,
  findSharedMonth,
  forgetSharedMonths,
  saveChoice,
} from "./sectors.store.ts";

/** The merchant's sector; who shares sees what is published of it. */
export async function showSector(ctx: ReadContext): Promise<SectorState> {
  const choice = await findChoice(ctx);
  if (!choice) return { sector: null, shared_since: null, medians: null };
  const { sector, shared_since } = choice;
  const medians = shared_since ? await findNewestMedians(ctx, sector) : undefined;
  const own = medians ? await findSharedMonth(ctx, { month: medians.month, sector }) : undefined;
  return {
    sector,
    shared_since: shared_since?.toISOString() ?? null,
    medians: medians ? { ...medians, own: own ?? null } : null,
  };
}

/**
 * Chooses the sector and whether to share. Nothing is published by it: publications have their own day. Who stops, or
 * changes the sector, is forgotten for what is not published yet.
 */
export const chooseSector = (
  ctx: ReadContext,
  { sector, isShared }: { sector: Sector; isShared: boolean },
): Promise<SectorState> =>
  transact(ctx, async (ctx) => {
    const before = await findChoice(ctx);
    await saveChoice(ctx, { sector, isShared });
    if (!isShared || before?.sector !== sector) await forgetSharedMonths(ctx);
    const present = (choice: { sector: Sector; shared_since: Date | null }) => ({
      sector: choice.sector,
      is_shared: choice.shared_since !== null,
    });
    await recordAudit(ctx, {
      module: "library",
      action: "library.sector_chosen",
      subject: ctx.actor.merchantId,
      ...(before ? { before: present(before) } : {}),
      after: { sector, is_shared: isShared },
    });
    return showSector(ctx);
  });
