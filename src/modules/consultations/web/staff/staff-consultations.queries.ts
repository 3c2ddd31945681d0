import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { AdviceCalls } from "../../contract/advice.calls.ts";
import type { OrderStatus } from "../../contract/consultations-enums.ts";
import type { DossierCalls } from "../../contract/dossier.calls.ts";
import type { MessagesCalls } from "../../contract/messages.calls.ts";
import type { OrderDetails } from "../../contract/order-shapes.ts";
import type { StaffCatalogueCalls } from "../../contract/staff-catalogue.calls.ts";
import type { StaffOrdersCalls } from "../../contract/staff-orders.calls.ts";

/** The module's calls for staff, typed by their contract alone. */
export const call = makeCaller<
  StaffCatalogueCalls & StaffOrdersCalls & MessagesCalls & DossierCalls & AdviceCalls
>();

const all = ["consultations", "staff"] as const;
const catalogueKey = [...all, "catalogue"] as const;
const ordersKey = [...all, "orders"] as const;

export const catalogueQuery = queryOptions({
  queryKey: catalogueKey,
  queryFn: ({ signal }) => call("GET Staff/Consultations/index", { signal, quiet: true }),
});

export function useRefreshCatalogue(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: catalogueKey });
}

/** A change by one press in the list: a switch, another place. A refusal is shown by the call itself. */
export function useQuickChange<Input>(work: (input: Input) => Promise<unknown>) {
  const refresh = useRefreshCatalogue();
  return useMutation({
    mutationFn: work,
    onSuccess: () => notify(text("consultations_staff:catalogue.saved"), "success"),
    onSettled: refresh,
  });
}

export type OrdersFilter = { search: string; status: Exclude<OrderStatus, "deleted"> | null };

/** All merchants' orders, the newest first. */
export const ordersQuery = ({ search, status }: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, "list", search, status] as const,
    queryFn: ({ signal, pageParam }) =>
      call("GET Staff/ConsultationOrders/index", {
        query: {
          size: 20,
          ...(search ? { search } : {}),
          ...(status ? { status } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const orderKey = (id: string) => [...ordersKey, "one", id] as const;

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: ({ signal }) =>
      call("GET Staff/ConsultationOrders/{id}", { params: { id }, signal, quiet: true }),
  });

/** An act on an order whose answer is the order as it stands now. */
export function useOrderAct<Input>(id: string, work: (input: Input) => Promise<OrderDetails>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (order) => {
      client.setQueryData(orderKey(id), order);
      notify(text("consultations_staff:orders.done"), "success");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  });
}

/** The messages on an order, the newest first. */
export const messagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...all, "messages", id] as const,
    queryFn: ({ signal, pageParam }) =>
      call("GET Staff/ConsultationOrders/{id}/messages", {
        params: { id },
        query: { size: 50, ...(pageParam ? { after: pageParam } : {}) },
        signal,
        quiet: true,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** What the consultant may read of the merchant's figures. */
export const dossierQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, "dossier", id] as const,
    queryFn: ({ signal }) =>
      call("GET Staff/ConsultationOrders/{id}/dossier", { params: { id }, signal, quiet: true }),
  });

/** What the consultant proposes on an order. */
export const adviceQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, "advice", id] as const,
    queryFn: ({ signal }) =>
      call("GET Staff/ConsultationOrders/{id}/advice", { params: { id }, signal, quiet: true }),
  });
