import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { usePausedForMoney } from "#modules/campaigns/web/campaigns.queries.ts";
import { MissingFundsNote } from "#modules/campaigns/web/missing-funds-note.tsx";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { useReserveGrowth } from "#modules/campaigns/web/use-missing-funds.ts";
import { type Resumed, useResumeAll } from "#modules/campaigns/web/use-resume-all.ts";
import { reportsKeys } from "#modules/reports/web/reports.queries.ts";
import classes from "./home.module.css";

/** What was paused because money ended, and the one solution: a top-up, then resuming all with one press. */
export function PausedForMoney() {
  const { t } = useTranslation("home");
  const paused = usePausedForMoney().data ?? [];
  const resume = useResumeAll(reportsKeys.all);
  // Resumed campaigns leave the list; the result of each stays visible.
  const rows = resume.rows.length > 0 ? resume.rows : paused;
  const money = useReserveGrowth(paused);
  if (rows.length === 0) return null;
  return (
    <Card title={t("paused_for_money")}>
      <p className={classes.none}>{t("paused_for_money_words")}</p>
      <ul className={classes.compact}>
        {rows.map((row) => (
          <PausedRow key={row.id} row={row} result={resume.results.get(row.id)} />
        ))}
      </ul>
      {money && paused.length > 0 ? (
        <>
          {money.missingFunds ? <MissingFundsNote missingFunds={money.missingFunds} /> : null}
          {money.missingFunds && !money.coversOne ? null : (
            <Button
              color="clay"
              variant={money.missingFunds ? "default" : "filled"}
              loading={resume.isBusy}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              onClick={() => void resume.run(paused)}
            >
              {t(money.missingFunds ? "resume_covered" : "resume_all")}
            </Button>
          )}
        </>
      ) : null}
      <p role="status" className="visually-hidden">
        {resume.results.size > 0 && !resume.isBusy ? <Outcome results={resume.results} /> : null}
      </p>
    </Card>
  );
}

function Outcome({ results }: { results: ReadonlyMap<string, Resumed> }) {
  const { t } = useTranslation("home");
  const running = [...results.values()].filter(({ isRunning }) => isRunning).length;
  return (
    <>
      {t("resumed")} <Figure value={running} /> / <Figure value={results.size} />
    </>
  );
}

function PausedRow({ row, result }: { row: CampaignRow; result: Resumed | undefined }) {
  const { t } = useTranslation("home");
  return (
    <li>
      <Link to="/campaigns/$id" params={{ id: row.id }}>
        <PlatformIcon platform={row.platform} size={40} />
        <span className={classes.compactWords}>
          <UserText>{row.name}</UserText>
          {result ? (
            <CampaignStatus status={result.isRunning ? "active" : "paused"} />
          ) : (
            <StatusBadge tone="bad">{t("paused_why_money")}</StatusBadge>
          )}
        </span>
        <span className={classes.compactRoas}>
          <Money halalas={row.daily_budget_halalas} whole />
        </span>
      </Link>
      {result && !result.isRunning ? <ErrorLine>{result.why}</ErrorLine> : null}
    </li>
  );
}
