import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { walletKeys } from "./wallet.queries.ts";
import { call, type Deposit } from "./wallet-calls.ts";

export type DepositInput = { amount_halalas: number; save_card: boolean; card_id?: string };

/** Begins a deposit; pressed twice, or sent again after a lost response, it is still one deposit. */
export function useBeginDeposit() {
  const key = useIdempotencyKey("wallet.deposit");
  return useMutation({
    mutationFn: async (body: DepositInput) => {
      const response = await call("POST Clients/Wallet/deposit", {
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      return response;
    },
  });
}

const isOpen = (deposit: Deposit | undefined) =>
  deposit === undefined || deposit.status === "waiting" || deposit.status === "pending";

/**
 * How often the gateway itself is checked while the merchant waits; in between, live events usually report it first.
 */
const pollMs = 4_000;
const slowPollMs = 15_000;

/**
 * One deposit as the gateway last confirmed it. While it is open the server checks the gateway again: quickly at first,
 * then every 15 seconds. When it is paid, the balance and the cards are fetched again.
 */
export function useDeposit(id: string, isEnabled = true) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: walletKeys.deposit(id),
    queryFn: ({ signal }) =>
      call("POST Clients/Wallet/deposit/{id}/check", { params: { id }, signal, quiet: true }),
    enabled: isEnabled && id !== "",
    staleTime: 0,
    refetchInterval: (state) => {
      if (!isOpen(state.state.data)) return false;
      return state.state.dataUpdateCount > 8 ? slowPollMs : pollMs;
    },
  });
  const status = query.data?.status;
  useEffect(() => {
    if (status === "paid") void client.invalidateQueries({ queryKey: walletKeys.wallet });
    if (status === "paid") void client.invalidateQueries({ queryKey: walletKeys.cards });
  }, [client, status]);
  return query;
}
