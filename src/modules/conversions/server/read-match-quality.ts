import { type ReadContext, transact } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { findDestination, saveMatchQuality } from "./destinations.store.ts";
import { publishChanged } from "./publish-changed.ts";

const dayMs = 86_400_000;

type Deps = Pick<ConversionsDeps, "adAccounts" | "log">;

/** Reads once a day how well the platform matches purchases, where it says so. Nothing waits for it when it fails. */
export const readMatchQuality =
  ({ adAccounts, log }: Deps) =>
  async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<void> => {
    const destination = await findDestination(ctx, adAccountId);
    if (!destination || !conversionRules[destination.platform].gradesMatches) return;
    const readAt = destination.match_quality_at;
    if (readAt && ctx.now.getTime() - readAt.getTime() < dayMs) return;
    try {
      const platform = adAccounts.bindAdPlatform(ctx.actor.merchantId, adAccountId);
      const quality = await platform.readMatchQuality();
      await transact(ctx, async (ctx) => {
        await saveMatchQuality(ctx, { adAccountId, quality });
        await publishChanged(ctx, adAccountId);
      });
    } catch (error) {
      if (!isFault(error)) throw error;
      log.info({ ad_account_id: adAccountId, reason: error.reason }, "the match quality could not be read");
    }
  };
