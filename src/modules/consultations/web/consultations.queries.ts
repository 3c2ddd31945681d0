import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { AdviceCalls } from "../contract/advice.calls.ts";
import type { CardOrdersCalls } from "../contract/card-orders.calls.ts";
import type { ConsultationsCalls } from "../contract/consultations.calls.ts";
import type { OrderStatus } from "../contract/consultations-enums.ts";
import type { DossierCalls } from "../contract/dossier.calls.ts";
import type { MessagesCalls } from "../contract/messages.calls.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import type { OrdersCalls } from "../contract/orders.calls.ts";

/** The module's calls for merchants, typed by their contract alone. */
export const call = makeCaller<
  ConsultationsCalls & OrdersCalls & CardOrdersCalls & MessagesCalls & DossierCalls & AdviceCalls
>();

export const consultationsKeys = {
  offered: ["consultations", "offered"] as const,
  orders: ["consultations", "orders"] as const,
  messages: ["consultations", "messages"] as const,
};

export const offeredQuery = queryOptions({
  queryKey: consultationsKeys.offered,
  queryFn: ({ signal }) => call("GET Clients/Consultations/index", { signal, quiet: true }),
});

/** Always read anew: the draft and the balance may have changed on another device. */
export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: [...consultationsKeys.offered, id] as const,
    queryFn: ({ signal }) => call("GET Clients/Consultations/{id}", { params: { id }, signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

export type OrdersFilter = { search: string; status: Exclude<OrderStatus, "deleted"> | null };

export const ordersQuery = ({ search, status }: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...consultationsKeys.orders, "list", search, status] as const,
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/ConsultationOrders/index", {
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

const orderKey = (id: string) => [...consultationsKeys.orders, "one", id] as const;

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: ({ signal }) =>
      call("GET Clients/ConsultationOrders/{id}", { params: { id }, signal, quiet: true }),
  });

/** An act on an order whose answer is the order as it stands now. */
export function useOrderAct<Input>(id: string, work: (input: Input) => Promise<OrderDetails>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (order) => client.setQueryData(orderKey(id), order),
    // A refusal means that the order is another than it looks.
    onSettled: () => client.invalidateQueries({ queryKey: consultationsKeys.orders }),
  });
}

/** The messages on an order, the newest first. */
export const messagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...consultationsKeys.messages, id] as const,
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/ConsultationOrders/{id}/messages", {
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
    queryKey: [...consultationsKeys.orders, "dossier", id] as const,
    queryFn: ({ signal }) =>
      call("GET Clients/ConsultationOrders/{id}/dossier", { params: { id }, signal, quiet: true }),
  });

/** What the consultant proposes on an order. */
export const adviceQuery = (id: string) =>
  queryOptions({
    queryKey: [...consultationsKeys.orders, "advice", id] as const,
    queryFn: ({ signal }) =>
      call("GET Clients/ConsultationOrders/{id}/advice", { params: { id }, signal, quiet: true }),
  });
