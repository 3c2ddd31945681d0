import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { OrderItem } from "../contract/order-shapes.ts";
import classes from "./consultations.module.css";
import { Paid } from "./order-facts.tsx";
import { OrderStatusBadge } from "./order-status.tsx";
import { usePick } from "./use-pick.ts";

/** One order of the list; all of it leads to its page. */
export function OrderRow({ order }: { order: OrderItem }) {
  const { t } = useTranslation("consultations");
  const pick = usePick();
  const { serial_number: serial, starts_at } = order;
  return (
    <li className={classes.row}>
      <div className={classes.rowWords}>
        <Link
          to="/marketing-consultations-orders/$id"
          params={{ id: order.id }}
          className={classes.rowLink}
          aria-label={`${t("orders.open", { serial })}: ${pick({ ar: order.title_ar, en: order.title_en })}`}
        >
          <UserText>{pick({ ar: order.title_ar, en: order.title_en })}</UserText>
        </Link>
        <span className={classes.quiet}>
          <Ltr>{serial}</Ltr> · <DateText at={order.created_at} />
        </span>
        {order.status === "confirmed" && starts_at ? (
          <span className={classes.quiet}>
            {t("meeting.title")}: <DateText at={starts_at} /> · <TimeText at={starts_at} />
          </span>
        ) : null}
      </div>
      <div className={classes.rowEnd}>
        <OrderStatusBadge status={order.status} />
        <Paid order={order} />
      </div>
    </li>
  );
}
