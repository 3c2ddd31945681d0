import { useQuery } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import { call, type Deposit } from "./wallet-calls.ts";

type OpenDeposit = { deposit: Deposit; form: PaymentForm };

/**
 * The gateway's form for a deposit of this amount, with the card kept; nothing is opened without an amount. A reload, or
 * another amount in between, returns to the same deposit for as long as it waits for its payment.
 */
export function useOpenDeposit(amount: number | null) {
  return useQuery({
    // Not under the wallet's key: an event of the wallet must not draw the form anew under the merchant's hands.
    queryKey: ["open-deposit", amount],
    queryFn: () => openDeposit(amount ?? 0),
    enabled: amount !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

async function openDeposit(amount_halalas: number): Promise<OpenDeposit> {
  const key = idempotencyKey(`wallet.open_deposit.${amount_halalas}`);
  const begun = await begin(amount_halalas, key.for({ amount_halalas }));
  const { status } = await call("POST Clients/Wallet/deposit/{id}/check", {
    params: { id: begun.deposit.id },
    quiet: true,
  });
  if (status === "waiting") return begun;
  // Refused by the bank, or expired: this one is over, and the next try is a deposit of its own.
  key.done();
  return begin(amount_halalas, key.for({ amount_halalas }));
}

async function begin(amount_halalas: number, key: string): Promise<OpenDeposit> {
  const { deposit, form } = await call("POST Clients/Wallet/deposit", {
    body: { amount_halalas, save_card: true },
    idempotencyKey: key,
    quiet: true,
  });
  if (!form) throw new Error("a deposit by a new card has no form");
  return { deposit, form };
}
