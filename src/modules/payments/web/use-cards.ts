import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CardTheme } from "../contract/enums.ts";
import { paymentsKeys } from "./payments.queries.ts";
import { call } from "./payments-calls.ts";

export function useUpdateCardTheme() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; name: string; theme: CardTheme }) =>
      call("PUT Clients/Wallet/cards/{id}", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: paymentsKeys.cards }),
  });
}

export function useRemoveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE Clients/Wallet/cards/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: paymentsKeys.all }),
  });
}
