import { QueryClient } from "@tanstack/react-query";
import { mayRetry } from "./api-error.ts";

/** The specification's cache time. Live events shorten it where something really changed. */
export const cacheMs = 600_000;

/**
 * One cache for all server data. A query is retried only when no response came or the server was busy; a write is never
 * retried automatically: the merchant or an Idempotency-Key decides.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: cacheMs,
        gcTime: cacheMs,
        retry: (failures, error) => failures < 2 && mayRetry(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
        refetchOnWindowFocus: false,
      },
      // Without a connection a write fails at once and says so; it is never queued to run later unseen.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
