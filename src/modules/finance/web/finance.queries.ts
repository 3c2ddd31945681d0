import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { findAfter } from "#base/web/data/find-after.ts";
import type { DifferenceKind } from "../contract/enums.ts";
import { call } from "./finance-calls.ts";

const all = ["finance"] as const;

/** Open transfers to bank accounts. */
export const usePayouts = (page: number) =>
  useQuery({
    queryKey: [...all, "payouts", page],
    queryFn: ({ client, signal }) =>
      call("GET Staff/Finance/payouts", {
        query: { page, size: 10, ...findAfter(client, [...all, "payouts", page - 1]) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** Merchants that match; nothing is searched before something is typed. */
export const useMerchants = (search: string) =>
  useQuery({
    queryKey: [...all, "merchants", search],
    queryFn: ({ signal }) => call("GET Staff/Finance/merchants", { query: { search }, signal, quiet: true }),
    enabled: search !== "",
  });

export const useMerchantMoney = (merchant_id: string) =>
  useQuery({
    queryKey: [...all, "merchant", merchant_id],
    queryFn: ({ signal }) =>
      call("GET Staff/Finance/merchants/{merchant_id}", { params: { merchant_id }, signal, quiet: true }),
  });

/** Credits that wait for a second member. */
export const useWaitingCredits = () =>
  useQuery({
    queryKey: [...all, "credits"],
    queryFn: ({ signal }) => call("GET Staff/Finance/credits", { signal, quiet: true }),
  });

/** Whether money writes are stopped. */
export const useWriteLock = () =>
  useQuery({
    queryKey: [...all, "write-lock"],
    queryFn: ({ signal }) => call("GET Staff/Finance/write-lock", { signal, quiet: true }),
  });

/** The last agreement of money. */
export const useAgreement = () =>
  useQuery({
    queryKey: [...all, "agreement"],
    queryFn: ({ signal }) => call("GET Staff/Finance/agreement", { signal, quiet: true }),
  });

/** Open differences, newest first, page after page. */
export const useDifferences = (kind: DifferenceKind | null) =>
  useInfiniteQuery({
    queryKey: [...all, "differences", kind],
    queryFn: ({ pageParam, signal }) =>
      call("GET Staff/Finance/agreement/differences", {
        query: {
          size: 20,
          ...(pageParam === null ? {} : { after: pageParam }),
          ...(kind === null ? {} : { kind }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** After an act everything is read anew: one act changes a balance, a list and an audit log. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: all });
}
