import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import classes from "./invoices.module.css";
import { type InvoiceFilter, invoicesQuery } from "./invoices.queries.ts";
import { InvoicesFilters } from "./invoices-filters.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

const noFilter: InvoiceFilter = { search: "", kind: null };

/** Invoices and credit notes, newest first, searched and filtered; at first by the address, as the search leads here. */
export function InvoicesList() {
  const { t } = useTranslation("billing_invoices");
  const { search }: { search?: unknown } = useSearch({ strict: false });
  const [filter, setFilter] = useState({ ...noFilter, search: search === undefined ? "" : String(search) });
  const list = useInfiniteQuery(invoicesQuery(filter));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = filter.search !== "" || filter.kind !== null;
  return (
    <Card>
      <InvoicesFilters
        filter={filter}
        onChange={(patch) => setFilter((before) => ({ ...before, ...patch }))}
      />
      {list.isPending ? <SkeletonRows count={4} /> : null}
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && rows.length === 0 ? (
        <EmptyState
          title={t("none")}
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => setFilter(noFilter)}>
                {t("clear")}
              </Button>
            ) : undefined
          }
        >
          {t(isFiltered ? "none_found_words" : "none_words")}
        </EmptyState>
      ) : null}
      {rows.length > 0 ? <InvoicesTable rows={rows} isBusy={list.isPlaceholderData} /> : null}
      {list.hasNextPage ? (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t("more")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
