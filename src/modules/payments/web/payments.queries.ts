import { useQuery } from "@tanstack/react-query";
import { call, type SavedCard } from "./payments-calls.ts";

export type { SavedCard };

/** Query keys begin with the module's name. */
export const paymentsKeys = {
  all: ["payments"] as const,
  cards: ["payments", "cards"] as const,
};

export const useCards = () =>
  useQuery({
    queryKey: paymentsKeys.cards,
    queryFn: async ({ signal }) => (await call("GET Clients/Wallet/cards", { signal, quiet: true })).items,
  });
