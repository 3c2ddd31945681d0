import { queryOptions, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/api.ts";
import { useLanguage } from "#base/web/preferences.ts";
import { rememberUser } from "#base/web/session.ts";
import type { MerchantsCalls, User } from "#modules/merchants/contract/merchants.calls.ts";

const call = makeCaller<MerchantsCalls>();
export type CurrentUser = User;

/** The signed-in user, fetched at start and again for each language (its name is part of the key). */
export const currentUserQuery = (language: string) =>
  queryOptions({
    queryKey: ["merchants", "current-user", language],
    queryFn: async ({ signal }) => {
      const user = await call("GET Clients/Account/index", { signal, quiet: true });
      rememberUser(user);
      return user;
    },
  });

export const useCurrentUser = () => useQuery(currentUserQuery(useLanguage()));
