import type { Context } from "#base/server/context.ts";
import type { StatusMove } from "../domain/status.ts";
import { type AdGroupFilter, moveAdGroups } from "./ad-groups.store.ts";
import { type AdFilter, moveAds } from "./ads.store.ts";
import { clearDifferences } from "./sync/differences.store.ts";

/** Moves ad groups from one status to another. The new desired state clears faults and drift. */
export async function changeAdGroups(ctx: Context, which: AdGroupFilter, move: StatusMove): Promise<void> {
  await clearDifferences(ctx, "ad_group", await moveAdGroups(ctx, which, move));
}

/** The same for ads. */
export async function changeAds(ctx: Context, which: AdFilter, move: StatusMove): Promise<void> {
  await clearDifferences(ctx, "ad", await moveAds(ctx, which, move));
}
