import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CardTheme } from "../contract/wallet.words.ts";
import { call, walletKeys } from "./wallet-calls.ts";

export const useCards = () =>
  useQuery({
    queryKey: walletKeys.cards,
    queryFn: async ({ signal }) => (await call("GET Clients/Wallet/cards", { signal, quiet: true })).items,
  });

export function useUpdateCardTheme() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; name: string; theme: CardTheme }) =>
      call("PUT Clients/Wallet/cards/{id}", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}

export function useRemoveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE Clients/Wallet/cards/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["wallet"] }),
  });
}
