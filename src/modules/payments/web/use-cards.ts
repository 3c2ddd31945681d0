import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CardTheme } from "../contract/enums.ts";
import { paymentsKeys } from "./payments.queries.ts";
import { call } from "./payments-calls.ts";

/** A change of one card; the list is fetched again after it. */
function useCardChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: paymentsKeys.all }),
  });
}

export const useUpdateCardTheme = () =>
  useCardChange(({ id, ...body }: { id: string; name: string; theme: CardTheme }) =>
    call("PUT Clients/Wallet/cards/{id}", { params: { id }, body }),
  );

export const useMakeCardDefault = () =>
  useCardChange((id: string) => call("PUT Clients/Wallet/cards/{id}/default", { params: { id } }));

/** `card_id` takes over what the card `id` is used for, and that one is removed. */
export const useReplaceCard = () =>
  useCardChange(({ id, card_id }: { id: string; card_id: string }) =>
    call("POST Clients/Wallet/cards/{id}/replace", { params: { id }, body: { card_id } }),
  );

export const useRemoveCard = () =>
  useCardChange((id: string) => call("DELETE Clients/Wallet/cards/{id}", { params: { id } }));
