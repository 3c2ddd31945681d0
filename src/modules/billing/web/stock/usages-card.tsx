import { Button, Select } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DateText, Figure, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { type MovementKind, movementKinds, stockServices } from "../../contract/stock.enums.ts";
import type { Movement } from "../billing-calls.ts";
import classes from "./stock.module.css";
import { usagesPageSize, useUsages } from "./stock.queries.ts";
import { useUsagesState } from "./usages-state.ts";

/** What came to the stock and what used it up, line by line. */
export function UsagesCard() {
  const { t } = useTranslation("billing_stock");
  const { filter, isFiltered, change, clear } = useUsagesState();
  const query = useUsages(filter);
  return (
    <Card title={t("usages")}>
      <Filters />
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {({ items, page, total }) =>
          total === 0 ? (
            <NoUsages isFiltered={isFiltered} onClear={clear} />
          ) : (
            <>
              <UsagesTable items={items} isBusy={query.isPlaceholderData} />
              <Pagination
                page={page}
                size={usagesPageSize}
                total={total}
                onChange={(next) => change({ page: next })}
              />
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function Filters() {
  const { t } = useTranslation("billing_stock");
  const { filter, change } = useUsagesState();
  return (
    <div className={classes.filters}>
      <Select
        label={t("service_name")}
        data={[
          { value: "", label: t("all_services") },
          ...stockServices.map((service) => ({ value: service, label: t(`service.${service}`) })),
        ]}
        value={filter.service ?? ""}
        allowDeselect={false}
        onChange={(value) => change({ service: stockServices.find((service) => service === value) })}
      />
      <Select
        label={t("movement")}
        data={[
          { value: "", label: t("all_movements") },
          ...movementKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
        value={filter.kind ?? ""}
        allowDeselect={false}
        onChange={(value) => change({ kind: movementKinds.find((kind) => kind === value) })}
      />
    </div>
  );
}

function NoUsages({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation("billing_stock");
  if (!isFiltered) return <EmptyState title={t("no_usages")}>{t("no_usages_words")}</EmptyState>;
  return (
    <EmptyState
      title={t("nothing_fits")}
      action={
        <Button variant="default" onClick={onClear} leftSection={<IconFilterOff size={18} aria-hidden />}>
          {t("clear_filters")}
        </Button>
      }
    >
      {t("nothing_fits_words")}
    </EmptyState>
  );
}

const tones: Record<MovementKind, Tone> = {
  added: "good",
  used: "neutral",
  expired: "bad",
  withdrawn: "info",
};

function UsagesTable({ items, isBusy }: { items: Movement[]; isBusy: boolean }) {
  const { t } = useTranslation("billing_stock");
  const columns: Column<Movement>[] = [
    {
      key: "what",
      header: t("movement"),
      kind: "main",
      cell: (item) => (
        <span className={classes.what}>
          <strong>{t(`service.${item.service}`)}</strong>
          <StatusBadge tone={tones[item.kind]}>{t(`kind.${item.kind}`)}</StatusBadge>
          {item.reason ? <UserText>{item.reason}</UserText> : null}
        </span>
      ),
    },
    { key: "units", header: t("units"), kind: "figure", cell: (item) => <Units item={item} /> },
    { key: "source", header: t("source"), cell: (item) => t(`source_${item.source}`) },
    {
      key: "after",
      header: t("stock_after"),
      kind: "figure",
      cell: (item) => <Figure value={item.stock_after} />,
    },
    {
      key: "when",
      header: t("when"),
      cell: ({ moved_at }) => (
        <span>
          <DateText at={moved_at} style="short" /> <TimeText at={moved_at} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t("usages")}
      columns={columns}
      rows={items}
      rowKey={({ id }) => String(id)}
      busy={isBusy}
    />
  );
}

function Units({ item: { kind, units } }: { item: Movement }) {
  const format = useFormat();
  return <Ltr>{`${kind === "added" ? "+" : "\u2212"}${format.number(Math.abs(units))}`}</Ltr>;
}
