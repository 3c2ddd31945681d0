import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isApiError } from "#base/web/data/api-error.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { walletKeys } from "../wallet.queries.ts";
import { call } from "../wallet-calls.ts";

/**
 * Sends the code; the instant, in this browser's clock, from which another may be sent. A code that was sent a moment
 * ago, from another tab too, still holds.
 */
export async function requestWithdrawalCode(): Promise<number> {
  try {
    return secondsFromNow(await call("POST Clients/Wallet/withdrawals/code", { quiet: true }));
  } catch (error) {
    if (isApiError(error) && error.code === "merchants.code_just_sent")
      return secondsFromNow(error.retryAfterSeconds);
    throw error;
  }
}

const secondsFromNow = (seconds: number) => Date.now() + seconds * 1000;

/** Requests the withdrawal. After a lost response too, the list shows whether it was made. */
export function useRequestWithdrawal() {
  const client = useQueryClient();
  return async (body: { amount_halalas: number; code: string }) => {
    try {
      return await call("POST Clients/Wallet/withdrawals", { body, quiet: true });
    } finally {
      void client.invalidateQueries({ queryKey: walletKeys.all });
    }
  };
}

export function useCancelWithdrawal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Wallet/withdrawals/{id}/cancel", { params: { id } }),
    onSuccess: () => notify(text("wallet_withdrawals:cancelled"), "success"),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.all }),
  });
}
