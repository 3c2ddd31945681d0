import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import { paymentsKeys } from "#modules/payments/web/payments.queries.ts";
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
/** The gateway reported it paid, and the wallet is about to credit it: a moment, so it is asked again at once. */
const creditingPollMs = 400;
const isBeingCredited = (deposit: Deposit | undefined) =>
  deposit?.status === "pending" && deposit.settled_at !== null;

/**
 * One deposit as the gateway last confirmed it. While it is open the server checks the gateway again: quickly at first,
 * then every 15 seconds; and at once while its money is on its way into the wallet. When it is paid, the balance and the
 * cards are fetched again.
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
      if (state.state.dataUpdateCount > 8) return slowPollMs;
      return isBeingCredited(state.state.data) ? creditingPollMs : pollMs;
    },
  });
  const status = query.data?.status;
  useEffect(() => {
    if (status === "paid") void client.invalidateQueries({ queryKey: walletKeys.wallet });
    if (status === "paid") void client.invalidateQueries({ queryKey: paymentsKeys.cards });
  }, [client, status]);
  return query;
}

/**
 * Reports the payment's id to our server before the bank's page opens. If this fails, the server finds the payment
 * itself.
 */
export async function reportPayment(depositId: string, paymentId: string): Promise<void> {
  const send = () =>
    call("POST Clients/Wallet/deposit/{id}/started", {
      params: { id: depositId },
      body: { payment_id: paymentId },
      quiet: true,
      timeoutMs: 8_000,
    });
  await send()
    .catch(send)
    .catch((cause: unknown) => logProblem("the payment could not be reported before the bank's page", cause));
}

/** Our text for why the gateway refused; null when we know no more than its own form shows. */
export async function loadFailureText(depositId: string): Promise<string | null> {
  try {
    const { failure_text } = await call("POST Clients/Wallet/deposit/{id}/check", {
      params: { id: depositId },
      quiet: true,
    });
    return failure_text;
  } catch {
    return null;
  }
}
