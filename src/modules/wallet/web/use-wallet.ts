import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ChargeType } from "../contract/wallet.words.ts";
import { call, walletKeys } from "./wallet-calls.ts";

/** Balance, reserved, available, and the day the available balance ends. */
export const useWallet = () =>
  useQuery({
    queryKey: walletKeys.wallet,
    queryFn: ({ signal }) => call("GET Clients/Wallet/index", { signal, quiet: true }),
  });

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

export const useDeposits = (page: number, size: number) =>
  useQuery({
    queryKey: walletKeys.deposits(page, size),
    queryFn: ({ signal }) =>
      call("GET Clients/Wallet/deposits", { query: { page, size }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
