import { infiniteQueryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { AttributionCalls } from "../../contract/attribution.calls.ts";

const call = makeCaller<AttributionCalls>();

/** The merchant's restatements, the newest rules first, page by page. */
export const restatementsQuery = infiniteQueryOptions({
  queryKey: ["tracking", "restatements"],
  queryFn: ({ pageParam, signal }) =>
    call("GET Clients/Tracking/restatements", {
      query: { size: 25, ...(pageParam ? { cursor: pageParam } : {}) },
      signal,
      quiet: true,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});
