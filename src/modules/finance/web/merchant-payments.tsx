import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Ltr, UserText } from "#base/web/kit/text.tsx";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import type { OrderShown, PaymentShown } from "../contract/merchants.calls.ts";
import classes from "./finance.module.css";
import { call } from "./finance-calls.ts";
import { Refundable } from "./refundable.tsx";

/** Deposits, newest first, with what went back of them; what is left can be refunded. */
export function MerchantPayments({
  merchantId,
  payments,
}: {
  merchantId: string;
  payments: readonly PaymentShown[];
}) {
  const { t } = useTranslation("finance");
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("payments.title")}</h3>
      {payments.length === 0 ? <p className={classes.quiet}>{t("payments.none")}</p> : null}
      <ul className={classes.rows}>
        {payments.map((payment) => (
          <Refundable
            key={payment.payment_id}
            purpose={`payment.${payment.payment_id}`}
            left={payment.refundable_halalas}
            send={(body, idempotencyKey) =>
              call("POST Staff/Finance/merchants/{merchant_id}/payments/{payment_id}/refund", {
                params: { merchant_id: merchantId, payment_id: payment.payment_id },
                body,
                idempotencyKey,
                quiet: true,
              })
            }
          >
            <Money halalas={payment.amount_halalas} />
            {payment.card ? <Ltr>{`•••• ${payment.card.last_four}`}</Ltr> : null}
            <span className={classes.quiet}>
              <DateText at={payment.paid_at} style="full" />
            </span>
            {takenBack.map((name) =>
              payment[`${name}_halalas`] > 0 ? (
                <span key={name} className={classes.quiet}>
                  {t(`payments.${name}`)} <Money halalas={payment[`${name}_halalas`]} />
                </span>
              ) : null,
            )}
          </Refundable>
        ))}
      </ul>
    </section>
  );
}

/** Orders, newest first; a delivered one can be refunded. */
export function MerchantOrders({
  merchantId,
  orders,
}: {
  merchantId: string;
  orders: readonly OrderShown[];
}) {
  const { t } = useTranslation("finance");
  const language = currentLanguage();
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t("orders.title")}</h3>
      {orders.length === 0 ? <p className={classes.quiet}>{t("orders.none")}</p> : null}
      <ul className={classes.rows}>
        {orders.map((order) => (
          <Refundable
            key={order.id}
            purpose={`order.${order.id}`}
            left={order.state === "delivered" ? order.total_halalas - order.refunded_halalas : 0}
            send={(body, idempotencyKey) =>
              call("POST Staff/Finance/merchants/{merchant_id}/orders/{order_id}/refund", {
                params: { merchant_id: merchantId, order_id: order.id },
                body,
                idempotencyKey,
                quiet: true,
              })
            }
          >
            <span>
              {order.titles.map((title) => (
                <UserText key={title.en}>{title[language]}</UserText>
              ))}
            </span>
            <Money halalas={order.total_halalas} />
            <span className={classes.quiet}>
              {t(`orders.state_${order.state}`)} · <DateText at={order.created_at} style="full" />
            </span>
          </Refundable>
        ))}
      </ul>
    </section>
  );
}

/** How a deposit's money went or goes back. */
const takenBack = ["refunded", "pending", "charged_back"] as const;
