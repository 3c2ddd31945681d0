import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import type { MoneyState, OrderStatus } from "../contract/consultations-enums.ts";
import type { OrderItem } from "../contract/order-shapes.ts";

const statusTones: Record<OrderStatus, Tone> = {
  created: "waiting",
  accepted: "info",
  rejected: "bad",
  confirmed: "good",
  cancelled: "neutral",
  completed: "good",
  deleted: "neutral",
};
const moneyTones: Record<MoneyState, Tone> = { held: "waiting", earned: "neutral", returned: "info" };

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation("consultations");
  return <StatusBadge tone={statusTones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

/** Where what paid the order is: money of the balance, a voucher, or the plan's. */
export function PaymentBadge({ order }: { order: Pick<OrderItem, "money_state" | "paid_with"> }) {
  const { t } = useTranslation("consultations");
  const { money_state: state, paid_with } = order;
  if (paid_with === "free") return <StatusBadge tone="neutral">{t("free")}</StatusBadge>;
  const words = t(`${paid_with === "balance" ? "money" : paid_with}.${state}`);
  return <StatusBadge tone={moneyTones[state]}>{words}</StatusBadge>;
}
