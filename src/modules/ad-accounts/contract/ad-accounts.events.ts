import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { lostReasons } from "./enums.ts";

const ad_account_id = z.string();

export const adAccountsEvents = defineEvents({
  /** An account was linked, linked again with its data, or got another profile. */
  "ad_account.linked": z.object({ ad_account_id }),
  /** Its merchant ended the link. */
  "ad_account.unlinked": z.object({ ad_account_id }),
  /** The platform no longer gives us access to it; only the merchant can link it again. */
  "ad_account.connection_lost": z.object({ ad_account_id, reason: z.enum(lostReasons) }),
  /** A check found another name, profile, pixel or issue. */
  "ad_account.checked": z.object({ ad_account_id }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof adAccountsEvents> {}
}
