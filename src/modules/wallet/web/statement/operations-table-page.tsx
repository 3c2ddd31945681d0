import { Button } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { TopUpButton } from "../top-up-button.tsx";
import classes from "./statement.module.css";
import { linesQuery } from "./statement.queries.ts";
import { StatementExport } from "./statement-export.tsx";
import { StatementFilters } from "./statement-filters.tsx";
import { StatementLines } from "./statement-lines.tsx";
import { useStatementState } from "./statement-state.ts";
import { StatementSums } from "./statement-sums.tsx";

/** The statement: every riyal that entered or left by day and campaign, and the balance after it. */
export function OperationsTablePage() {
  const { t } = useTranslation(["wallet", "wallet_statement"]);
  const { filter, isFiltered, change, clear } = useStatementState();
  const query = useInfiniteQuery(linesQuery(filter));
  const lines = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className={classes.page}>
      <PageHeader title={t("operations")} lead={t("operations_lead")} actions={<TopUpButton />} />
      <Card>
        <StatementFilters filter={filter} onChange={change}>
          {isFiltered ? <ClearButton onClear={clear} /> : null}
          <StatementExport filter={filter} />
          <Button component={Link} to="/financial-transaction/operations-table/months" variant="default">
            {t("wallet_statement:months")}
          </Button>
        </StatementFilters>
        <StatementSums filter={filter} />
        {query.isPending ? <SkeletonRows count={6} /> : null}
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {query.data && lines.length === 0 ? (
          <EmptyStatement isFiltered={isFiltered} onClear={clear} />
        ) : (
          <StatementLines lines={lines} isBusy={query.isPlaceholderData} />
        )}
        {query.hasNextPage ? (
          <div className={classes.more}>
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t("wallet_statement:more")}
            </Button>
          </div>
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
