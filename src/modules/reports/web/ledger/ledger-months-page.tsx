import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { StatementMonth } from "#modules/wallet/contract/statement.calls.ts";
import { monthsQuery } from "#modules/wallet/web/statement/statement.queries.ts";
import classes from "./ledger.module.css";

/** The months of the statement: each as PDF, and its proof file. */
export function LedgerMonthsPage() {
  const { t } = useTranslation("reports_ledger");
  const query = useQuery(monthsQuery);
  const months = query.data?.items ?? [];
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("months")}
        lead={t("months_lead")}
        actions={
          <Button component={Link} to="/financial-transaction/operations-table" variant="default">
            {t("back")}
          </Button>
        }
      />
      <Card>
        {query.isPending ? <SkeletonRows count={4} /> : null}
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {query.data && months.length === 0 ? (
          <EmptyState title={t("no_months")}>{t("no_months_words")}</EmptyState>
        ) : null}
        <ul className={classes.rows}>
          {months.map((month) => (
            <MonthRow key={month.month} month={month} />
          ))}
        </ul>
      </Card>
      {query.data ? (
        <Card title={t("vat_title")}>
          <p className={classes.quiet}>{t(`wallet_statement:vat_note.${query.data.ad_spend_invoicing}`)}</p>
        </Card>
      ) : null}
      <Card title={t("proof_title")}>
        <p className={classes.quiet}>{t("proof_words")}</p>
        <Button
          component="a"
          href="/verify-proof.mjs"
          download="verify-proof.mjs"
          variant="default"
          className={classes.verifier}
        >
          {t("save_verifier")}
        </Button>
      </Card>
    </div>
  );
}

function MonthRow({ month }: { month: StatementMonth }) {
  const { t } = useTranslation("reports_ledger");
  const format = useFormat();
  const params = { month: month.month };
  const print = useMutation({
    mutationFn: () => download("GET Clients/Wallet/statement/months/{month}/pdf", { params }),
  });
  const prove = useMutation({
    mutationFn: () => download("GET Clients/Reports/proof/{month}", { params }),
  });
  return (
    <li>
      <span className={classes.what}>
        <strong>
          <time dateTime={month.month}>{format.month(`${month.month}-01`)}</time>{" "}
          <StatusBadge tone={month.is_sealed ? "good" : "neutral"}>
            {t(month.is_sealed ? "sealed" : "not_sealed")}
          </StatusBadge>
        </strong>
        <span className={classes.quiet}>
          {t("opening")} <Money halalas={month.opening_halalas} /> · {t("closing")}{" "}
          <Money halalas={month.closing_halalas} />
        </span>
      </span>
      <span className={classes.actions}>
        <Button variant="default" size="xs" loading={print.isPending} onClick={() => print.mutate()}>
          {t("save_pdf")}
        </Button>
        <Button variant="default" size="xs" loading={prove.isPending} onClick={() => prove.mutate()}>
          {t("save_proof")}
        </Button>
      </span>
    </li>
  );
}
