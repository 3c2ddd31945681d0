import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { StatementFilter } from "../../contract/statement.calls.ts";
import { walletKeys } from "../wallet.queries.ts";
import { call } from "../wallet-calls.ts";

export const linesQuery = (filter: StatementFilter) =>
  infiniteQueryOptions({
    queryKey: walletKeys.statement("lines", filter),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/Wallet/statement", {
        query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** What all lines that the filter finds add up to, also those not loaded yet. */
export const sumsQuery = (filter: StatementFilter) =>
  queryOptions({
    queryKey: walletKeys.statement("sums", filter),
    queryFn: ({ signal }) =>
      call("GET Clients/Wallet/statement/sums", { query: filter, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const entriesQuery = (line: number) =>
  infiniteQueryOptions({
    queryKey: walletKeys.statement("entries", line),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/Wallet/statement/{line}/entries", {
        params: { line },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
        quiet: true,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const referencesQuery = (search: string) =>
  queryOptions({
    queryKey: walletKeys.statement("references", search),
    queryFn: ({ signal }) =>
      call("GET Clients/Wallet/statement/references", {
        query: search ? { search } : {},
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

export const monthsQuery = queryOptions({
  queryKey: walletKeys.statement("months"),
  queryFn: ({ signal }) => call("GET Clients/Wallet/statement/months", { signal, quiet: true }),
});
