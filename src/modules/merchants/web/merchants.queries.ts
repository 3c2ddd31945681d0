import { queryOptions, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { setUndoSeconds, useLanguage } from "#base/web/runtime/preferences.ts";
import { rememberUser } from "#base/web/runtime/session.ts";
import type { CountedOrders } from "../contract/enums.ts";
import type { MerchantsCalls, User } from "../contract/merchants.calls.ts";

const call = makeCaller<MerchantsCalls>();
export type CurrentUser = User;

/** Query keys begin with the module's name: a merchant event invalidates all of them. */
export const merchantsKeys = {
  all: ["merchants"] as const,
  currentUser: ["merchants", "current-user"] as const,
  sessions: ["merchants", "sessions"] as const,
};

/** The signed-in user, fetched at start and again for each language (its name is part of the key). */
export const currentUserQuery = (language: string) =>
  queryOptions({
    queryKey: [...merchantsKeys.currentUser, language],
    queryFn: async ({ signal }) => {
      const user = await call("GET Clients/Account/index", { signal, quiet: true });
      rememberUser(user);
      setUndoSeconds(user.undo_seconds);
      return user;
    },
  });

export const useCurrentUser = () => useQuery(currentUserQuery(useLanguage()));

/** Which orders the main figures of a page count, as the person set it. */
export const useCountedOrders = (): CountedOrders => useCurrentUser().data?.counted_orders ?? "placed";

/** The merchant's sessions; always fetched again, since other devices change them. */
export const useSessions = () =>
  useQuery({
    queryKey: merchantsKeys.sessions,
    queryFn: ({ signal }) => call("GET Clients/Account/sessions", { signal, quiet: true }),
    staleTime: 0,
  });
