import { Button, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { orderStatuses } from "../contract/consultations-enums.ts";
import classes from "./consultations.module.css";
import { type OrdersFilter, ordersQuery } from "./consultations.queries.ts";
import { ExportMenu } from "./export-menu.tsx";
import { OrderRow } from "./order-row.tsx";

const nothing: OrdersFilter = { search: "", status: null };
const shownStatuses = orderStatuses.filter((status) => status !== "deleted");

/** The merchant's orders, the newest first. */
export function OrdersPage() {
  const { t } = useTranslation("consultations");
  const [filter, setFilter] = useState(nothing);
  const order = (
    <>
      <ExportMenu call="GET Clients/ConsultationOrders/export" filter={filter} />
      <LinkButton to="/marketing-consultations" color="clay">
        {t("orders.new")}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader title={t("orders.title")} lead={t("orders.lead")} actions={order} />
      <div className={classes.filters}>
        <SearchField
          aria-label={t("orders.search")}
          placeholder={t("orders.search")}
          value={filter.search}
          onSearch={(search) => setFilter({ ...filter, search })}
        />
        <Select
          aria-label={t("orders.filter")}
          allowDeselect={false}
          value={filter.status ?? ""}
          data={[
            { value: "", label: t("orders.all") },
            ...shownStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          onChange={(value) => setFilter({ ...filter, status: (value || null) as OrdersFilter["status"] })}
        />
      </div>
      <Orders filter={filter} />
    </>
  );
}

function Orders({ filter }: { filter: OrdersFilter }) {
  const { t } = useTranslation("consultations");
  const query = useInfiniteQuery(ordersQuery(filter));
  const isNarrowed = filter.search !== "" || filter.status !== null;
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0)
          return (
            <Card>
              <EmptyState title={t(isNarrowed ? "orders.none_found" : "orders.empty")}>
                {t(isNarrowed ? "orders.none_found_words" : "orders.empty_words")}
              </EmptyState>
            </Card>
          );
        return (
          <>
            <ul className={classes.rows} aria-label={t("orders.title")}>
              {items.map((item) => (
                <OrderRow key={item.id} order={item} />
              ))}
            </ul>
            {query.hasNextPage ? (
              <Button
                variant="subtle"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t("orders.more")}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryBoundary>
  );
}
