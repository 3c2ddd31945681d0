import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIdempotencyKey } from "#base/web/idempotency.ts";
import { call, type Deposit, walletKeys } from "./wallet-calls.ts";

export type DepositInput = { amount_halalas: number; save_card: boolean; card_id?: string };

/** Begins a deposit; pressed twice, or sent again after a lost answer, it is one deposit. */
export function useBeginDeposit() {
  const key = useIdempotencyKey("wallet.deposit");
  return useMutation({
    mutationFn: async (body: DepositInput) => {
      const begun = await call("POST Clients/Wallet/deposit", {
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      return begun;
    },
  });
}

const isOpen = (deposit: Deposit | undefined) =>
  deposit === undefined || deposit.status === "waiting" || deposit.status === "pending";

/** How often the gateway itself is asked while one waits; in between our own news tell it first. */
const pollMs = 4_000;
const slowPollMs = 15_000;

/**
 * One deposit as the gateway last confirmed it. While it is open the server asks the gateway again: quickly at first,
 * then every quarter of a minute. When it is paid, everything of the wallet is asked anew.
 */
export function useDeposit(id: string, isWatched = true) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: walletKeys.deposit(id),
    queryFn: ({ signal }) =>
      call("POST Clients/Wallet/deposit/{id}/check", { params: { id }, signal, quiet: true }),
    enabled: isWatched && id !== "",
    staleTime: 0,
    refetchInterval: (state) => {
      if (!isOpen(state.state.data)) return false;
      return state.state.dataUpdateCount > 8 ? slowPollMs : pollMs;
    },
  });
  const status = query.data?.status;
  useEffect(() => {
    if (status === "paid") void client.invalidateQueries({ queryKey: ["wallet", "index"] });
    if (status === "paid") void client.invalidateQueries({ queryKey: walletKeys.cards });
  }, [client, status]);
  return query;
}
