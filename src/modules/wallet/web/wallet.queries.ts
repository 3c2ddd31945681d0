import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ChargeType } from "../contract/enums.ts";
import { call } from "./wallet-calls.ts";

/** Query keys begin with the module's name: a wallet event invalidates all of them. */
export const walletKeys = {
  all: ["wallet"] as const,
  wallet: ["wallet", "index"] as const,
  transactions: (filter: object) => ["wallet", "transactions", filter] as const,
  reserves: (page: number | "all") => ["wallet", "reserves", page] as const,
  deposits: (page: number, size: number) => ["wallet", "deposits", page, size] as const,
  deposit: (id: string) => ["wallet", "deposit", id] as const,
};

/** Balance, reserved, available, and the day the available balance ends. */
export const walletQuery = queryOptions({
  queryKey: walletKeys.wallet,
  queryFn: ({ signal }) => call("GET Clients/Wallet/index", { signal, quiet: true }),
});

export const useWallet = () => useQuery(walletQuery);

export type StatementFilter = { page: number; charge_type?: ChargeType; from?: RiyadhDay; to?: RiyadhDay };

export const useTransactions = (filter: StatementFilter) =>
  useQuery({
    queryKey: walletKeys.transactions(filter),
    queryFn: ({ signal }) => call("GET Clients/Wallet/transactions", { query: filter, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const useReserves = (page: number) =>
  useQuery({
    queryKey: walletKeys.reserves(page),
    queryFn: ({ signal }) => call("GET Clients/Wallet/reserves", { query: { page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** What is reserved now, for as many campaigns as one call returns. */
export const allReservesQuery = queryOptions({
  queryKey: walletKeys.reserves("all"),
  queryFn: ({ signal }) =>
    call("GET Clients/Wallet/reserves", { query: { page: 1, size: 100 }, signal, quiet: true }),
});

export const useDeposits = (page: number, size: number) =>
  useQuery({
    queryKey: walletKeys.deposits(page, size),
    queryFn: ({ signal }) =>
      call("GET Clients/Wallet/deposits", { query: { page, size }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
