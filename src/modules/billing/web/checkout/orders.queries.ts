import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { CartInput } from "../../contract/orders.calls.ts";
import type { OrderState } from "../../contract/orders.enums.ts";
import { call, type Order } from "../billing-calls.ts";

export const ordersKeys = {
  all: ["billing", "orders"] as const,
  order: (id: string) => ["billing", "orders", id] as const,
  previews: ["billing", "order-preview"] as const,
};

/** What a purchase costs now. Refused with the field `coupon` when the coupon does not count. */
export const previewQuery = ({ lines, coupon }: CartInput) =>
  queryOptions({
    queryKey: [...ordersKeys.previews, currentLanguage(), lines, coupon ?? ""],
    queryFn: ({ signal }) =>
      call("POST Clients/Billing/orders/preview", {
        body: { lines, ...(coupon ? { coupon } : {}) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** A payment may still be reported for it, or it is about to be delivered. */
export const isUnderWay = ({ state, payment }: Order): boolean =>
  (state === "open" || state === "failed") && (payment?.status === "pending" || payment?.status === "paid");

const boughtStates: readonly OrderState[] = ["delivered", "refunded"];
export const isBought = ({ state }: Order): boolean => boughtStates.includes(state);

/** How often the gateway is checked while the merchant waits; live events usually report the result first. */
const pollMs = 4_000;
const slowPollMs = 15_000;
/** The gateway reported it paid, and it is about to be delivered. */
const deliveringPollMs = 400;

/**
 * One order as the gateway last confirmed its payment; nothing without an id. While a payment of it is under way the
 * server checks the gateway again: quickly at first, then every 15 seconds.
 */
export const useOrder = (id: string | undefined, waitsForPayment = false) =>
  useQuery({
    queryKey: ordersKeys.order(id ?? ""),
    queryFn: ({ signal }) =>
      call("POST Clients/Billing/orders/{id}/check", { params: { id: id ?? "" }, signal, quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data) return false;
      const isOpen = data.state === "open" && data.payment?.status === "waiting";
      if (!isUnderWay(data) && !(waitsForPayment && isOpen)) return false;
      if (dataUpdateCount > 8) return slowPollMs;
      return data.payment?.status === "paid" ? deliveringPollMs : pollMs;
    },
  });

/**
 * Reports the payment's id to our server before the bank's page opens. If this fails, the server finds the payment
 * itself.
 */
export async function reportPayment(id: string, payment_id: string): Promise<void> {
  const send = () =>
    call("POST Clients/Billing/orders/{id}/attach-payment", {
      params: { id },
      body: { payment_id },
      quiet: true,
      timeoutMs: 8_000,
    });
  await send()
    .catch(send)
    .catch((cause: unknown) => logProblem("the payment could not be reported before the bank's page", cause));
}

/** Our text for why the gateway refused; null when we know no more than its own form shows. */
export async function loadFailureText(id: string): Promise<string | null> {
  try {
    const order = await call("POST Clients/Billing/orders/{id}/check", { params: { id }, quiet: true });
    return order.payment?.failure_text ?? null;
  } catch {
    return null;
  }
}
