import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { findAfter } from "#base/web/data/find-after.ts";
import { call } from "./wallet-calls.ts";

/** Query keys begin with the module's name: a wallet event invalidates all of them. */
export const walletKeys = {
  all: ["wallet"] as const,
  wallet: ["wallet", "index"] as const,
  /** The statement's pages, sums, entries and months: refreshed with the wallet. */
  statement: (part: string, ...of: readonly unknown[]) => ["wallet", "statement", part, ...of] as const,
  reserves: (page: number | "all") => ["wallet", "reserves", page] as const,
  deposits: (page: number, size: number) => ["wallet", "deposits", page, size] as const,
  deposit: (id: string) => ["wallet", "deposit", id] as const,
  month: (month: string) => ["wallet", "month", month] as const,
  withdrawals: (page: number) => ["wallet", "withdrawals", page] as const,
  withdrawalPreview: (amount: number) => ["wallet", "withdrawal-preview", amount] as const,
  bankAccount: ["wallet", "bank-account"] as const,
  topUp: ["wallet", "top-up"] as const,
};

/** Balance, reserved, available, and the day the available balance ends. */
export const walletQuery = queryOptions({
  queryKey: walletKeys.wallet,
  queryFn: ({ signal }) => call("GET Clients/Wallet/index", { signal, quiet: true }),
});

export const useWallet = () => useQuery(walletQuery);

export const useReserves = (page: number) =>
  useQuery({
    queryKey: walletKeys.reserves(page),
    queryFn: ({ client, signal }) =>
      call("GET Clients/Wallet/reserves", {
        query: { page, ...findAfter(client, walletKeys.reserves(page - 1)) },
        signal,
        quiet: true,
      }),
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

/** One month's money, "2026-11". */
export const useWalletMonth = (month: string) =>
  useQuery({
    queryKey: walletKeys.month(month),
    queryFn: ({ signal }) => call("GET Clients/Wallet/month", { query: { month }, signal, quiet: true }),
  });

export const useWithdrawals = (page: number) =>
  useQuery({
    queryKey: walletKeys.withdrawals(page),
    queryFn: ({ client, signal }) =>
      call("GET Clients/Wallet/withdrawals", {
        query: { page, size: 5, ...findAfter(client, walletKeys.withdrawals(page - 1)) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** Where an amount would go, and what may be withdrawn at all; asked with the least amount while none is typed. */
export const useWithdrawalPreview = (amount: number | null) =>
  useQuery({
    queryKey: walletKeys.withdrawalPreview(amount ?? 1),
    queryFn: ({ signal }) =>
      call("POST Clients/Wallet/withdrawals/preview", {
        body: { amount_halalas: amount ?? 1 },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

export const useBankAccount = () =>
  useQuery({
    queryKey: walletKeys.bankAccount,
    queryFn: async ({ signal }) =>
      (await call("GET Clients/Wallet/bank-account", { signal, quiet: true })).bank_account,
  });

export const useTopUp = () =>
  useQuery({
    queryKey: walletKeys.topUp,
    queryFn: ({ signal }) => call("GET Clients/Wallet/top-up", { signal, quiet: true }),
  });
