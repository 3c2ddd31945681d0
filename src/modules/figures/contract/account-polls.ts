import { z } from "zod";
import { instant } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";

/** The poll state of one ad account. */
export const accountPollSchema = z.object({
  ad_account_id: z.string(),
  platform: z.enum(platforms),
  name: z.string(),
  /** When its platform last returned everything that was requested; null while it never did. */
  as_of: instant.nullable(),
  /** Since when its platform has not responded (business time); null while it responds. */
  failing_since: instant.nullable(),
  /** Access is lost: the account is not polled before the merchant links it again. */
  is_disconnected: z.boolean(),
  /** The seconds until the next try after failures; null when it is polled in the next round. */
  next_try_in_seconds: z.number().int().nullable(),
  /** ISO 4217: the currency the platform reports in. */
  currency: z.string(),
  /**
   * The value of one unit of that currency in riyals, in millionths, and since when; null where the currency is riyals.
   */
  rate: z.object({ sar_micros: z.number().int(), since: z.string() }).nullable(),
});

export type AccountPoll = z.output<typeof accountPollSchema>;
