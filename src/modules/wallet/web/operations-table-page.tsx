import { Button, Select } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { DayField } from "#base/web/forms/day-field.tsx";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { DateText, Figure, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { ChargeType } from "../contract/enums.ts";
import { TopUpButton } from "./top-up-button.tsx";
import classes from "./wallet.module.css";
import { type StatementFilter, useTransactions } from "./wallet.queries.ts";
import type { Transaction } from "./wallet-calls.ts";

/** The statement: every riyal that entered or left, and the balance after it. */
export function OperationsTablePage() {
  const { t } = useTranslation("wallet");
  const [filter, setFilter] = useState<StatementFilter>({ page: 1 });
  const isFiltered = Boolean(filter.charge_type || filter.from || filter.to);
  const query = useTransactions(filter);
  const list = query.data;
  const clear = () => setFilter({ page: 1 });
  return (
    <div className={classes.page}>
      <PageHeader title={t("operations")} lead={t("operations_lead")} actions={<TopUpButton />} />
      <Card>
        <Filters
          filter={filter}
          onChange={(part) => setFilter((before) => ({ ...before, ...part, page: 1 }))}
        >
          {isFiltered ? <ClearButton onClear={clear} /> : null}
        </Filters>
        {query.isPending ? <SkeletonRows count={6} /> : null}
        {query.isError && !list ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {list?.items.length === 0 ? <EmptyStatement isFiltered={isFiltered} onClear={clear} /> : null}
        {list && list.items.length > 0 ? (
          <>
            <Lines rows={list.items} isBusy={query.isPlaceholderData} />
            <Pagination
              page={list.page}
              size={list.size}
              total={list.total}
              onChange={(page) => setFilter((before) => ({ ...before, page }))}
            />
          </>
        ) : null}
      </Card>
    </div>
  );
}

function EmptyStatement({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation("wallet");
  return isFiltered ? (
    <EmptyState title={t("nothing_fits")} action={<ClearButton onClear={onClear} />}>
      {t("nothing_fits_words")}
    </EmptyState>
  ) : (
    <EmptyState title={t("no_transactions")} action={<TopUpButton />}>
      {t("no_transactions_words")}
    </EmptyState>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("wallet");
  return (
    <Button variant="default" onClick={onClear} leftSection={<IconFilterOff size={18} aria-hidden />}>
      {t("clear_filters")}
    </Button>
  );
}

type FilterProps = {
  filter: StatementFilter;
  onChange: (part: Partial<StatementFilter>) => void;
  children: ReactNode;
};

function Filters({ filter, onChange, children }: FilterProps) {
  const { t } = useTranslation("wallet");
  const types = [
    { value: "", label: t("charge_all") },
    { value: "deposit", label: t("charge_deposit") },
    { value: "withdrawal", label: t("charge_withdrawal") },
  ];
  return (
    <div className={classes.filters}>
      <Select
        label={t("charge_type")}
        data={types}
        value={filter.charge_type ?? ""}
        allowDeselect={false}
        onChange={(value) => onChange({ charge_type: (value || undefined) as ChargeType | undefined })}
      />
      <DayField
        label={t("from_day")}
        clearable
        value={filter.from ?? null}
        max={filter.to}
        onChange={(from) => onChange({ from: from ?? undefined })}
      />
      <DayField
        label={t("to_day")}
        clearable
        value={filter.to ?? null}
        min={filter.from}
        onChange={(to) => onChange({ to: to ?? undefined })}
      />
      {children}
    </div>
  );
}

function Lines({ rows, isBusy }: { rows: Transaction[]; isBusy: boolean }) {
  const { t } = useTranslation("wallet");
  const columns: Column<Transaction>[] = [
    { key: "operation", header: t("operation"), kind: "main", cell: (row) => <LineDescription line={row} /> },
    {
      key: "type",
      header: t("charge_type"),
      cell: ({ charge_type }) => (
        <StatusBadge tone={charge_type === "deposit" ? "good" : "neutral"}>
          {t(`charge_${charge_type}`)}
        </StatusBadge>
      ),
    },
    {
      key: "when",
      header: t("when"),
      cell: ({ created_at }) => (
        <span>
          <DateText at={created_at} style="short" /> <TimeText at={created_at} />
        </span>
      ),
    },
    {
      key: "amount",
      header: t("amount"),
      kind: "figure",
      cell: ({ charge_type, amount_halalas }) => (
        <Money halalas={charge_type === "deposit" ? amount_halalas : -amount_halalas} signed />
      ),
    },
    {
      key: "after",
      header: t("amount_after"),
      kind: "figure",
      cell: ({ amount_after_halalas }) => <Money halalas={amount_after_halalas} />,
    },
    { key: "number", header: t("number"), kind: "figure", cell: ({ number }) => <Figure value={number} /> },
  ];
  return (
    <DataTable
      caption={t("transactions_of_wallet")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      busy={isBusy}
    />
  );
}

/** What the line is for. Spend names the day the ads ran, which may be earlier than the line. */
function LineDescription({ line }: { line: Transaction }) {
  const { t } = useTranslation("wallet");
  const isSpend = line.kind === "ad_spend" || line.kind === "ad_spend_correction";
  return (
    <span>
      {t(`kind_${line.kind}`)}
      {line.reference_title ? (
        <>
          {" · "}
          <UserText>{line.reference_title}</UserText>
        </>
      ) : null}
      {isSpend ? (
        <small className={classes.small}>
          {t("for_day")} <DateText at={line.day} style="short" />
        </small>
      ) : null}
    </span>
  );
}
