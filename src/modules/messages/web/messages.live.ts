import { defineLive } from "#base/web/runtime/web-module.ts";
import { messagesKeys } from "./messages.queries.ts";

const all = [messagesKeys.all];

export const live = defineLive({
  "messages.email_proven": all,
  "messages.numbers_changed": all,
  // The address is the profile's.
  "merchant.profile_changed": all,
});
