import { defineLive } from "#base/web/runtime/web-module.ts";
import { merchantsKeys } from "./merchants.queries.ts";

const all = [merchantsKeys.all];

export const live = defineLive({
  "merchant.signed_up": all,
  "merchant.signed_in": all,
  "merchant.sessions_ended": all,
  "merchant.sessions_moved": all,
  "merchant.members_changed": all,
  "merchant.member_joined": all,
  "merchant.member_left": all,
  "merchant.invitations_changed": all,
  "merchant.profile_changed": all,
  "merchant.password_set": all,
});
