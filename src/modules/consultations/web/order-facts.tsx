import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Ltr, UserText } from "#base/web/kit/text.tsx";
import type { OrderDetails, OrderItem } from "../contract/order-shapes.ts";
import classes from "./consultations.module.css";
import { PaymentBadge } from "./order-status.tsx";

/** What was paid and where that money is, and the order's own facts. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const isReduced = order.original_price_halalas > order.price_halalas;
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t("one.paid")}</dt>
        <dd>
          <strong>
            <Paid order={order} />
          </strong>
        </dd>
      </div>
      {isReduced ? (
        <div>
          <dt>{t("one.original_price")}</dt>
          <dd>
            <Money halalas={order.original_price_halalas} />
          </dd>
        </div>
      ) : null}
      {order.coupon_code === null ? null : (
        <div>
          <dt>{t("one.coupon")}</dt>
          <dd>
            <Ltr>{order.coupon_code}</Ltr>
          </dd>
        </div>
      )}
      <div>
        <dt>{t("one.money")}</dt>
        <dd>
          <PaymentBadge order={order} />
        </dd>
      </div>
      <div>
        <dt>{t("one.consultant")}</dt>
        <dd>
          <UserText>{order.consultant_name}</UserText>
        </dd>
      </div>
      <div>
        <dt>{t("one.length")}</dt>
        <dd>{t("minutes", { count: order.minutes })}</dd>
      </div>
      <div>
        <dt>{t("one.ordered_on")}</dt>
        <dd>
          <DateText at={order.created_at} />
        </dd>
      </div>
      {order.reason === "" ? null : (
        <div>
          <dt>{t("one.reason")}</dt>
          <dd>
            <UserText>{order.reason}</UserText>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The price that was paid, or the voucher in its place. */
export function Paid({ order }: { order: Pick<OrderItem, "price_halalas" | "paid_with"> }) {
  const { t } = useTranslation("consultations");
  return order.paid_with === "voucher" ? t("voucher.one") : <Money halalas={order.price_halalas} />;
}
