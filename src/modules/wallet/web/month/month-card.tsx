import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Waterfall, type WaterfallRow } from "#base/web/charts/waterfall.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useWalletMonth } from "../wallet.queries.ts";
import type { WalletMonth } from "../wallet-calls.ts";
import classes from "./month.module.css";
import { MonthSwitch } from "./month-switch.tsx";
import { type MonthRow, toMonthRows } from "./to-month-rows.ts";
import { useMonth } from "./use-month.ts";

/** One month's money as a picture: what came in, what went out by campaign and service, what is left. */
export function MonthCard() {
  const { t } = useTranslation("wallet_month");
  const { month, isPresent, go } = useMonth();
  const query = useWalletMonth(month);
  return (
    <Card title={t("title")} aside={<MonthSwitch month={month} isPresent={isPresent} onGo={go} />}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {(answer) => <MonthPicture month={answer} isPresent={isPresent} />}
      </QueryBoundary>
    </Card>
  );
}

function MonthPicture({ month, isPresent }: { month: WalletMonth; isPresent: boolean }) {
  const { t } = useTranslation("wallet_month");
  const format = useFormat();
  const rows = toMonthRows(month);
  if (rows === null)
    return (
      <div className={classes.quiet}>
        <strong>{t("nothing")}</strong>
        <p>{t("nothing_words")}</p>
      </div>
    );
  return (
    <div className={classes.picture}>
      <p className={classes.sums}>
        <span>{t("in_total", { amount: format.riyals(month.in_halalas) })}</span>
        <span>{t("out_total", { amount: format.riyals(month.out_halalas) })}</span>
      </p>
      <Waterfall
        label={`${t("title")}: ${format.month(`${month.month}-15`)}`}
        rows={rows.map((row) => ({ ...row, ...nameRow(row, isPresent, t) }))}
        amountText={({ kind, amount }) => (
          <Money halalas={kind === "out" ? -amount : amount} signed={kind !== "total"} />
        )}
      />
    </div>
  );
}

type Texts = (key: string) => string;

/** A campaign by its own name with the way to it, anything else by what it is for. */
function nameRow(
  { key, entry }: MonthRow,
  isPresent: boolean,
  t: Texts,
): Pick<WaterfallRow, "name" | "note"> {
  if (entry === null) return { name: t(key === "opening" ? "opening" : isPresent ? "left" : "left_at_end") };
  const kind = t(`wallet:kind_${entry.kind}`);
  const { reference, title } = "reference" in entry ? entry : { reference: null, title: null };
  // Spend always names its campaign: without one it is the sum of the smaller campaigns.
  if (entry.kind === "ad_spend" && reference === null) return { name: t("rest"), note: kind };
  if (title === null || reference === null) return { name: kind };
  const words = <UserText>{title}</UserText>;
  return {
    name: reference.startsWith("cmp_") ? (
      <Link to="/campaigns/$id" params={{ id: reference }}>
        {words}
      </Link>
    ) : (
      words
    ),
    note: kind,
  };
}
