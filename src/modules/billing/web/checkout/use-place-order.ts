import { useQueryClient } from "@tanstack/react-query";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import type { CartInput } from "../../contract/orders.calls.ts";
import { call } from "../billing-calls.ts";
import { type CheckoutState, saveCheckout } from "./checkout-state.ts";
import { ordersKeys } from "./orders.queries.ts";

type Input = {
  cart: { lines: CartInput["lines"]; coupon: string | undefined };
  /** What the merchant sees. */
  total_halalas: number;
  /** A card's id, `form` or `balance`. */
  method: string;
  save_card: boolean;
  repeat: boolean;
};

/** Buys once for this checkout: pressed twice, or sent again after a lost response, it is still one order. */
export function usePlaceOrder(state: CheckoutState) {
  const client = useQueryClient();
  const checkout_id = state.checkout ?? "";
  const key = useIdempotencyKey(`billing.order.${checkout_id}`);
  return async ({ cart: { lines, coupon }, total_halalas, method, save_card, repeat }: Input) => {
    const isCard = method !== "form" && method !== "balance";
    const body = {
      lines,
      ...(coupon ? { coupon } : {}),
      checkout_id,
      expected_total_halalas: total_halalas,
      payment: isCard
        ? { method: "card" as const, card_id: method }
        : { method: method === "form" ? ("form" as const) : ("balance" as const), save_card },
      repeat,
    };
    const answer = await call("POST Clients/Billing/orders", {
      body,
      idempotencyKey: key.for(body),
      quiet: true,
    });
    key.done();
    saveCheckout(answer.order.id, { ...state, begun: answer.order.id });
    client.setQueryData(ordersKeys.order(answer.order.id), answer.order);
    return answer;
  };
}
