import type { ReadContext } from "#base/server/context.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { findUsableList } from "./lists.store.ts";

export type ConversionsFacade = ReturnType<typeof makeConversionsFacade>;

export function makeConversionsFacade() {
  return {
    /** The customer lists on the platform that ad groups of this ad account leave out. */
    async findExcludedLists(
      ctx: ReadContext,
      { adAccountId, platform }: { adAccountId: string; platform: Platform },
    ): Promise<string[]> {
      const { listMinimum: minimum, excludesLists } = conversionRules[platform];
      const listId = excludesLists ? await findUsableList(ctx, { adAccountId, minimum }) : null;
      return listId === null ? [] : [listId];
    },
  };
}
