import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";

/** The account's pixel, tag or conversion action; `rejected` where it has none. */
export function requirePixel({ pixelId }: AdAccountContext): string {
  if (pixelId !== null) return pixelId;
  throw new AdapterFault("rejected", {
    reason: "the ad account has no pixel",
    messageKey: "ad_accounts:conversions_need_pixel",
  });
}

/** Halalas in riyals, as platforms write amounts: 11550 is 115.5. */
export const toUnits = (amount: Halalas): number => amount / 100;
