import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DateText, Figure, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { LedgerChain } from "../../contract/ledger.calls.ts";
import { CampaignDay } from "./campaign-day.tsx";
import classes from "./ledger.module.css";
import { ledgerChainQuery } from "./ledger.queries.ts";

/** One operation of the statement, and where its money comes from. */
export function LedgerEntryPage() {
  const { t } = useTranslation(["reports_ledger", "wallet"]);
  const { number = "" } = useParams({ strict: false });
  const query = useQuery(ledgerChainQuery(number));
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("operation_number", { number })}
        lead={t("entry_lead")}
        actions={
          <Button component={Link} to="/financial-transaction/operations-table" variant="default">
            {t("back")}
          </Button>
        }
      />
      {query.isPending ? <SkeletonRows count={6} /> : null}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <>
          <EntryFacts entry={query.data.entry} />
          {query.data.campaign ? <CampaignDay campaign={query.data.campaign} /> : null}
        </>
      ) : null}
    </div>
  );
}

function EntryFacts({ entry }: { entry: LedgerChain["entry"] }) {
  const { t } = useTranslation(["reports_ledger", "wallet"]);
  const sign = entry.charge_type === "deposit" ? 1 : -1;
  const facts: [string, ReactNode][] = [
    [t("wallet:operation"), t(`wallet:kind_${entry.kind}`)],
    [t("wallet:charge_type"), t(`wallet:charge_${entry.charge_type}`)],
    [t("wallet:amount"), <Money key="amount" halalas={sign * entry.amount_halalas} signed />],
    [t("wallet:amount_after"), <Money key="after" halalas={entry.balance_after_halalas} />],
    [
      t("written_at"),
      <span key="at">
        <DateText at={entry.created_at} /> <TimeText at={entry.created_at} />
      </span>,
    ],
    [t("business_day"), <DateText key="day" at={entry.business_day} />],
    ...(entry.reference_title
      ? [[t("subject"), <UserText key="title">{entry.reference_title}</UserText>] as [string, ReactNode]]
      : []),
    ...(entry.reference
      ? [[t("reference"), <Ltr key="reference">{entry.reference}</Ltr>] as [string, ReactNode]]
      : []),
    [t("seal"), entry.seal ? <Hash key="seal" value={entry.seal} /> : t("not_sealed")],
  ];
  return (
    <Card title={t("entry")}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t("wallet:number")}</dt>
          <dd>
            <Figure value={entry.number} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Hash({ value }: { value: string }) {
  return (
    <code dir="ltr" className={classes.hash}>
      {value}
    </code>
  );
}
