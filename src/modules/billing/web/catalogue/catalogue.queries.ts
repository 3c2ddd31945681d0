import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { findAfter } from "#base/web/data/find-after.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { call } from "./catalogue-calls.ts";

const all = ["billing", "catalogue"] as const;

/** Every plan, from the smallest to the largest. */
export const usePlans = () =>
  useQuery({
    queryKey: [...all, "plans"],
    queryFn: ({ signal }) => call("GET Staff/Billing/plans", { signal, quiet: true }),
  });

/** Every package in the order in which merchants see them. */
export const usePackages = () =>
  useQuery({
    queryKey: [...all, "packages"],
    queryFn: ({ signal }) => call("GET Staff/Billing/packages", { signal, quiet: true }),
  });

/** Coupons, newest first. */
export const useCoupons = (page: number) =>
  useQuery({
    queryKey: [...all, "coupons", page],
    queryFn: ({ client, signal }) =>
      call("GET Staff/Billing/coupons", {
        query: { page, size: 10, ...findAfter(client, [...all, "coupons", page - 1]) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** After a change the lists are read anew. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: all });
}

/** A change by one press in a list (a switch, a place up or down). A refusal is shown by the call itself. */
export function useQuickChange<Input>(work: (input: Input) => Promise<unknown>) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: work,
    onSuccess: () => notify(text("billing_catalogue:saved"), "success"),
    // A refused change means that somebody else was first: what is shown is older than the data.
    onSettled: refresh,
  });
}
