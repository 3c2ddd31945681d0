import { makeQueryClient } from "#base/web/query.ts";
import { accessToken, onSessionChange } from "#base/web/session.ts";

/** The cache of all server data of whoever is signed in; the sign-in page does without it, and nothing outlives a session. */
export const queryClient = makeQueryClient();

onSessionChange(() => {
  if (accessToken() === null) queryClient.clear();
});
