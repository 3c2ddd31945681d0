import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdStructure } from "#modules/campaigns/contract/ad-structure.ts";
import { libraryRefusals } from "../contract/library.refusals.ts";
import type { LibraryDeps } from "./library.deps.ts";
import { findRow } from "./rows.store.ts";
import { findWinner, setWinnerStructure } from "./winners.store.ts";

/**
 * A draft whose ad is to be built like this one. Only structure, button and platform are read of it, so that no wording can
 * come along. Refused while nobody has said how the ad is built.
 */
export const makeDraft =
  ({ campaigns }: Pick<LibraryDeps, "campaigns">) =>
  (ctx: ReadContext, { itemId }: { itemId: string }): Promise<{ draft_id: string }> =>
    transact(ctx, async (ctx) => {
      const row = await findRow(ctx.tx, itemId);
      const found = row && row.archived_at === null ? row : await findWinner(ctx, itemId);
      if (!found) return baseRefusals.refuse("base.not_found");
      const { platform, hook, proof, offer, call_to_action: call } = found;
      if (!hook && !proof && !offer) libraryRefusals.refuse("library.structure_unknown");
      const { id } = await campaigns.createStructuredDraft(ctx, {
        platform,
        structure: { hook, proof, offer },
        call,
      });
      return { draft_id: id };
    });

/** How one of the merchant's own winners is built, as they say it. */
export const describeWinner = (
  ctx: ReadContext,
  { itemId, structure }: { itemId: string; structure: AdStructure },
): Promise<void> =>
  transact(ctx, async (ctx) => {
    if (!(await setWinnerStructure(ctx, itemId, structure))) baseRefusals.refuse("base.not_found");
  });
