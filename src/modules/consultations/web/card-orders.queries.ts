import { queryOptions } from "@tanstack/react-query";
import { call, consultationsKeys } from "./consultations.queries.ts";

/** The page of an order that a card pays, by its deposit: where the bank's page returns to. */
export const toPaidPath = (depositId: string) => `/marketing-consultations-paid/${depositId}`;

/** Events say what became of it; this stands behind them. */
const pollMs = 5_000;

/** What became of an order that a card pays; asked again while nothing has. */
export const cardOrderQuery = (depositId: string) =>
  queryOptions({
    queryKey: [...consultationsKeys.orders, "by-card", depositId] as const,
    queryFn: ({ signal }) =>
      call("GET Clients/ConsultationCardOrders/{id}", { params: { id: depositId }, signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? pollMs : false),
  });
