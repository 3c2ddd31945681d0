import { useMutation, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { walletKeys } from "../wallet.queries.ts";
import { call, type TopUp } from "../wallet-calls.ts";

export type TopUpInput = Pick<
  TopUp,
  "is_active" | "card_id" | "threshold_halalas" | "amount_halalas" | "monthly_ceiling_halalas"
>;

/** Stores the settings; failures are the caller's to show. */
export function useSaveTopUp() {
  const client = useQueryClient();
  return async (body: TopUpInput) => {
    const saved = await call("PUT Clients/Wallet/top-up", { body, quiet: true });
    client.setQueryData(walletKeys.topUp, saved);
  };
}

/** Turns it off and leaves the rest of the settings as they are. */
export function useTurnOffTopUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (topUp: TopUp) =>
      call("PUT Clients/Wallet/top-up", { body: { ...toInput(topUp), is_active: false } }),
    onSuccess: (saved) => {
      client.setQueryData(walletKeys.topUp, saved);
      notify(text("wallet_automatic:turned_off"), "success");
    },
  });
}

const toInput = (topUp: TopUp): TopUpInput => ({
  is_active: topUp.is_active,
  card_id: topUp.card_id,
  threshold_halalas: topUp.threshold_halalas,
  amount_halalas: topUp.amount_halalas,
  monthly_ceiling_halalas: topUp.monthly_ceiling_halalas,
});
