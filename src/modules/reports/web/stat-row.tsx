import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { StatCard } from "#base/web/kit/page.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import classes from "./figures.module.css";
import type { Figures } from "./reports.queries.ts";
import { salesNames } from "./sales-names.ts";

type Props = {
  figures: Pick<Figures, "totals" | "previous">;
  /** How many days before the period it is compared with. */
  days: number;
  /** In place of the days before: what it is compared with. */
  note?: string;
  /** First orders may still be missing: a return of zero would misjudge an ad an hour old. */
  isFresh?: boolean;
};

/** The four main figures, of the orders that the person counts, each compared with the same number of days before. */
export function StatRow({ figures, days, note: comparedWith, isFresh = false }: Props) {
  const { t } = useTranslation("reports");
  const { totals, previous } = figures;
  const counted = useCountedOrders();
  const names = salesNames[counted];
  const [sold, soldBefore] = [readSales(totals, counted), readSales(previous, counted)];
  const hadBefore = previous.impressions > 0 || previous.orders_placed > 0;
  const note = hadBefore ? (comparedWith ?? t("against_before", { count: days })) : t("no_before");
  const change = (now: number | null, before: number | null, isGood: boolean | null) =>
    hadBefore ? <Change now={now} before={before} isGood={isGood} /> : null;
  return (
    <div className={classes.stats}>
      <StatCard
        label={t(names.sales)}
        value={<Money halalas={sold.halalas} whole />}
        change={change(sold.halalas, soldBefore.halalas, true)}
        note={note}
      />
      <StatCard
        label={t("spend")}
        value={<Money halalas={totals.spend_halalas} whole />}
        change={change(totals.spend_halalas, previous.spend_halalas, null)}
        note={note}
      />
      <StatCard
        label={t(names.roas)}
        value={isFresh || sold.roas === null ? null : <Roas value={sold.roas} />}
        change={isFresh ? null : change(sold.roas, soldBefore.roas, true)}
        note={isFresh ? t("roas_fresh") : note}
      />
      <StatCard
        label={t(names.orders)}
        value={<Figure value={sold.orders} />}
        change={change(sold.orders, soldBefore.orders, true)}
        note={note}
      />
    </div>
  );
}

/** A ratio of sales to spend: "3.40×". */
export function Roas({ value }: { value: number }) {
  return <Figure value={value} decimals={2} after="×" />;
}

/** The change of a figure, in per cent; `isGood` null where more is neither good nor bad. */
function Change({
  now,
  before,
  isGood,
}: {
  now: number | null;
  before: number | null;
  isGood: boolean | null;
}) {
  const format = useFormat();
  if (now === null || before === null || before === 0) return null;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.005) return null;
  const tone = isGood === null ? "neutral" : share > 0 === isGood ? "good" : "bad";
  return (
    <StatusBadge tone={tone}>
      <Ltr>{`${share > 0 ? "+" : "\u2212"}${format.percent(Math.abs(share))}`}</Ltr>
    </StatusBadge>
  );
}
