import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

/** Nothing besides the name and the merchant. */
const noDetails = z.object({});

/** What happens to a merchant's account. */
export const merchantsEvents = defineEvents({
  /** A number became a merchant. */
  "merchant.signed_up": noDetails,
  /** A session was opened, by a code or a password. */
  "merchant.signed_in": z.object({ session_id: z.string() }),
  /** These sessions stopped working at once: their open streams close. */
  "merchant.sessions_ended": z.object({ session_ids: z.array(z.string()) }),
  /** These sessions act for another merchant of their person now: the streams here close. */
  "merchant.sessions_moved": z.object({ session_ids: z.array(z.string()) }),
  /** A number was invited, an invitation was sent again, or a member's role is another. */
  "merchant.members_changed": noDetails,
  /** Somebody accepted their invitation. */
  "merchant.member_joined": z.object({ person_id: z.string() }),
  /** A member is none any more, or an invitation was not accepted: its person where that is known. */
  "merchant.member_left": z.object({
    person_id: z.string().nullable(),
    reason: z.enum(["declined", "withdrawn", "removed", "left"]),
  }),
  /** The person whose own merchant this is was invited by another, or an invitation is not open any more. */
  "merchant.invitations_changed": noDetails,
  /** The name, the e-mail, a preference, the kind of site, or whether the store is open for business. */
  "merchant.profile_changed": noDetails,
  /** A password was set or replaced, confirmed by a code. */
  "merchant.password_set": noDetails,
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof merchantsEvents> {}
}
