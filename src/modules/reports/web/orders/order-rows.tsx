import { Button } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { OrderState } from "#modules/figures/contract/order-states.ts";
import type { ReportedOrderRow } from "../../contract/reported-order.ts";
import classes from "./orders.module.css";

type Page = { items: ReportedOrderRow[]; next: string | null };
type PageQuery = UseInfiniteQueryResult<InfiniteData<Page>>;

export const stateTones: Record<OrderState, Tone> = {
  preparing: "neutral",
  on_the_way: "waiting",
  delivered: "good",
  refused: "bad",
  cancelled: "bad",
  refunded: "info",
};

/** Orders page by page, each with its state and the campaign that brought it. */
export function OrderRows({ query, label }: { query: PageQuery; label: string }) {
  const { t } = useTranslation("reports_orders");
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {({ pages }) => {
        const orders = pages.flatMap(({ items }) => items);
        if (orders.length === 0) return <p className={classes.quiet}>{t("list.none")}</p>;
        return (
          <>
            <ul className={classes.orders} aria-label={label}>
              {orders.map((order) => (
                <OrderRow key={order.order_id} order={order} />
              ))}
            </ul>
            {query.hasNextPage ? (
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t("list.more")}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function OrderRow({ order }: { order: ReportedOrderRow }) {
  const { t } = useTranslation(["reports_orders", "reports"]);
  return (
    <li>
      <span className={classes.what}>
        <span className={classes.head}>
          <strong>
            <Ltr>{order.reference}</Ltr>
          </strong>
          <StatusBadge tone={stateTones[order.state]}>{t(`state.${order.state}`)}</StatusBadge>
          <span className={classes.payment}>{t(order.is_cod ? "cod" : "paid")}</span>
        </span>
        <span className={classes.details}>
          <span>
            <DateText at={order.placed_at} style="short" /> <TimeText at={order.placed_at} />
          </span>
          {order.city ? <span>{order.city}</span> : null}
          {order.product ? <UserText>{order.product}</UserText> : null}
          {order.store_name ? <UserText>{order.store_name}</UserText> : null}
        </span>
        <span className={classes.details}>
          {order.campaign ? (
            <span className={classes.campaign}>
              <PlatformIcon platform={order.campaign.platform} size={20} />
              <Link to="/campaigns/$id" params={{ id: order.campaign.id }}>
                <UserText>{order.campaign.name}</UserText>
              </Link>
              <span>· {t(`witness.${order.campaign.witness}`)}</span>
            </span>
          ) : (
            <span>{t("no_campaign")}</span>
          )}
          {order.rival_platform ? (
            <span>{t("rival", { platform: t(`reports:${order.rival_platform}`) })}</span>
          ) : null}
        </span>
      </span>
      <span className={classes.money}>
        <Money halalas={order.total_halalas} />
        {order.refunded_halalas > 0 ? (
          <small>
            {t("came_back")} <Money halalas={order.refunded_halalas} />
          </small>
        ) : null}
      </span>
    </li>
  );
}
