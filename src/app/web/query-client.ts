import { makeQueryClient } from "#base/web/data/query.ts";
import { accessToken, onSessionChange } from "#base/web/runtime/session.ts";

/**
 * The cache of all server data of the signed-in user; the sign-in page does not use it, and it is cleared with the
 * session.
 */
export const queryClient = makeQueryClient();

onSessionChange(() => {
  if (accessToken() === null) queryClient.clear();
});
