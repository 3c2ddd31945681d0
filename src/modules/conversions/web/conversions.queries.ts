import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "./conversions-calls.ts";

/** Query keys begin with the module's name: an event about purchases sent back invalidates all of them. */
export const conversionsKeys = {
  all: ["conversions"] as const,
  health: ["conversions", "index"] as const,
  refused: ["conversions", "refused"] as const,
};

/** The settings, each ad account's health, and the last days. */
export const healthQuery = queryOptions({
  queryKey: conversionsKeys.health,
  queryFn: ({ signal }) => call("GET Clients/Conversions/index", { signal, quiet: true }),
});

/** Refused purchases, newest first, page by page. */
export const refusedQuery = infiniteQueryOptions({
  queryKey: conversionsKeys.refused,
  queryFn: ({ pageParam, signal }) =>
    call("GET Clients/Conversions/refused", {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
      quiet: true,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});
