import { useMutation, useQueryClient } from "@tanstack/react-query";
import { makeCaller, toFormData } from "#base/web/data/api.ts";
import { rememberUser } from "#base/web/runtime/session.ts";
import type { MerchantsCalls, User } from "../contract/merchants.calls.ts";
import { merchantsKeys } from "./merchants.queries.ts";

const call = makeCaller<MerchantsCalls>();
type Change = Partial<
  Pick<
    User,
    | "name"
    | "language"
    | "digits"
    | "theme"
    | "calendar"
    | "city"
    | "attribution_window_days"
    | "attribution_model"
    | "counted_orders"
    | "undo_seconds"
  >
> & {
  email?: string;
  picture?: File;
  has_picture?: "false";
};

/** Saves the merchant's details or preferences; every component that shows the user is updated at once. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) =>
      call("PUT Clients/Account/UpdateProfile", { body: toFormData(change), quiet: true }),
    onSuccess(user) {
      rememberUser(user);
      client.setQueriesData({ queryKey: merchantsKeys.currentUser }, user);
    },
  });
}
