import { queryOptions } from "@tanstack/react-query";
import { call } from "./company-calls.ts";

export const detailsQuery = queryOptions({
  queryKey: ["company", "details"] as const,
  queryFn: ({ signal }) => call("GET Staff/Company/details", { signal, quiet: true }),
});

export const textsQuery = queryOptions({
  queryKey: ["company", "texts"] as const,
  queryFn: ({ signal }) => call("GET Staff/Company/texts", { signal, quiet: true }),
});
