import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { makeCaller } from "#base/web/api.ts";
import { StatusBadge } from "#base/web/badge.tsx";
import { ErrorLine } from "#base/web/fields.tsx";
import { Money } from "#base/web/money.tsx";
import { useNow } from "#base/web/now.ts";
import { Card } from "#base/web/page.tsx";
import { PlatformIcon } from "#base/web/platform-icon.tsx";
import { useLanguage } from "#base/web/preferences.ts";
import { Figure, UserText } from "#base/web/text.tsx";
import type { CampaignsCalls } from "#modules/campaigns/contract/campaigns.calls.ts";
import { computeMissingFunds, computeTopUp } from "#modules/campaigns/contract/missing-funds.ts";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { MissingFundsNote } from "#modules/campaigns/web/missing-funds-note.tsx";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import {
  computeReserve,
  useAvailableBalance,
  useHeldAmounts,
} from "#modules/campaigns/web/use-missing-funds.ts";
import { type Resumed, useResumeAll } from "#modules/campaigns/web/use-resume-all.ts";
import classes from "./home.module.css";

const call = makeCaller<CampaignsCalls>();
const maxShown = 50;

function usePausedForMoney() {
  const language = useLanguage();
  return useQuery({
    queryKey: ["campaigns", "paused-for-money", language],
    queryFn: ({ signal }) =>
      call("GET Clients/Campaigns/index", {
        query: { status: "paused", status_reason: "money", size: maxShown },
        signal,
        quiet: true,
      }),
    select: ({ items }) =>
      items.filter(({ status, status_reason }) => status === "paused" && status_reason === "money"),
  });
}

/** What was paused because money ended, and the one solution: a top-up, then resuming all with one press. */
export function PausedForMoney() {
  const { t } = useTranslation("home");
  const paused = usePausedForMoney().data ?? [];
  const resume = useResumeAll();
  // Resumed campaigns leave the list; the result of each stays visible.
  const rows = resume.rows.length > 0 ? resume.rows : paused;
  const money = useMoneyFor(paused);
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

/** The reserve of all of them, beside the available balance; null while the wallet is not known. */
function useMoneyFor(paused: readonly CampaignRow[]) {
  const now = useNow();
  const wallet = useAvailableBalance(paused.length > 0).data;
  const held = useHeldAmounts(paused.length > 0).data;
  if (!wallet || !held) return null;
  const growths = paused.map((row) => {
    const reserve = computeReserve({ ...row, starts_at: row.starts_at_once ? null : row.starts_at }, now);
    return Math.max(0, Math.max(reserve ?? 0, row.reserve_halalas) - (held.get(row.id) ?? 0));
  });
  const available = halalas(wallet.available_halalas);
  const all = halalas(growths.reduce((sum, one) => sum + one, 0));
  const missing = computeMissingFunds(all, halalas(0), available);
  const topUp = computeTopUp(missing, halalas(wallet.deposit_min_halalas));
  return {
    missingFunds: missing > 0 ? { missing, available, topUp } : null,
    coversOne: growths.some((growth) => growth <= available),
  };
}
