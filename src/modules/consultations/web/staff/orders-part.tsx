import { Button, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DateText, Ltr, UserText } from "#base/web/kit/text.tsx";
import { orderStatuses } from "../../contract/consultations-enums.ts";
import type { OrderItem } from "../../contract/order-shapes.ts";
import { ExportMenu } from "../export-menu.tsx";
import { OrderStatusBadge } from "../order-status.tsx";
import { usePick } from "../use-pick.ts";
import { OpenOrder } from "./open-order.tsx";
import classes from "./staff-consultations.module.css";
import { type OrdersFilter, ordersQuery } from "./staff-consultations.queries.ts";

const shownStatuses = orderStatuses.filter((status) => status !== "deleted");

/** All merchants' orders: found, opened and carried on. */
export function OrdersPart() {
  const { t } = useTranslation(["consultations_staff", "consultations"]);
  const [filter, setFilter] = useState<OrdersFilter>({ search: "", status: null });
  return (
    <Card
      title={t("orders.title")}
      aside={<ExportMenu call="GET Staff/ConsultationOrders/export" filter={filter} />}
    >
      <div className={classes.part}>
        <div className={classes.fields}>
          <SearchField
            aria-label={t("orders.search")}
            placeholder={t("orders.search")}
            value={filter.search}
            onSearch={(search) => setFilter({ ...filter, search })}
          />
          <Select
            aria-label={t("orders.status")}
            allowDeselect={false}
            value={filter.status ?? ""}
            data={[
              { value: "", label: t("orders.all") },
              ...shownStatuses.map((value) => ({ value, label: t(`consultations:status.${value}`) })),
            ]}
            onChange={(value) => setFilter({ ...filter, status: (value || null) as OrdersFilter["status"] })}
          />
        </div>
        <Orders filter={filter} />
      </div>
    </Card>
  );
}

function Orders({ filter }: { filter: OrdersFilter }) {
  const { t } = useTranslation("consultations_staff");
  const query = useInfiniteQuery(ordersQuery(filter));
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0)
          return <EmptyState title={t("orders.none")}>{t("orders.none_words")}</EmptyState>;
        return (
          <>
            <ul className={classes.rows} aria-label={t("orders.title")}>
              {items.map((order) => (
                <Row key={order.id} order={order} />
              ))}
            </ul>
            {query.hasNextPage ? (
              <div>
                <Button
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("orders.more")}
                </Button>
              </div>
            ) : null}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function Row({ order }: { order: OrderItem }) {
  const { t } = useTranslation("consultations_staff");
  const pick = usePick();
  const [isOpen, setOpen] = useState(false);
  const { serial_number: serial } = order;
  const label = t(isOpen ? "close" : "orders.show");
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <div className={classes.about}>
          <strong>
            <UserText>{pick({ ar: order.title_ar, en: order.title_en })}</UserText>
          </strong>
          <span className={classes.quiet}>
            <Ltr>{serial}</Ltr> · <UserText>{order.client_name}</UserText> ·{" "}
            <DateText at={order.created_at} />
          </span>
        </div>
        <div className={classes.acts}>
          <OrderStatusBadge status={order.status} />
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${label} ${serial}`}
            onClick={() => setOpen(!isOpen)}
          >
            {label}
          </Button>
        </div>
      </div>
      {isOpen ? <OpenOrder id={order.id} /> : null}
    </li>
  );
}
