import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DateText, Figure, TimeText } from "#base/web/kit/text.tsx";
import type { StatementLine } from "../../contract/statement.calls.ts";
import classes from "./statement.module.css";
import { entriesQuery } from "./statement.queries.ts";

/** The single entries of a line, newest first; each leads to where its money comes from. */
export function LineEntries({ line }: { line: StatementLine }) {
  const { t } = useTranslation(["wallet", "wallet_statement"]);
  const query = useInfiniteQuery(entriesQuery(line.line));
  const sign = line.charge_type === "deposit" ? 1 : -1;
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.isPending) return <SkeletonRows count={Math.min(3, line.entries)} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <ul className={classes.entries} aria-label={t("wallet_statement:entries_of_line")}>
        {entries.map((entry) => (
          <li key={entry.number}>
            <Link
              to="/financial-transaction/operations-table/entries/$number"
              params={{ number: String(entry.number) }}
            >
              {t("number")} <Figure value={entry.number} />
            </Link>
            <span className={classes.quiet}>
              <DateText at={entry.created_at} style="short" /> <TimeText at={entry.created_at} />
            </span>
            <Money halalas={sign * entry.amount_halalas} signed />
            <span className={classes.quiet}>
              <Money halalas={entry.balance_after_halalas} />
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("wallet_statement:more_entries")}
        </Button>
      ) : null}
    </>
  );
}
