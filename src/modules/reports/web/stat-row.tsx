import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { StatCard } from "#base/web/kit/page.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./figures.module.css";
import type { Figures, Totals } from "./reports.queries.ts";

type Props = {
  figures: Pick<Figures, "totals" | "previous">;
  /** How many days before the period it is compared with. */
  days: number;
  /** In place of the days before: what it is compared with. */
  note?: string;
  /** First orders may still be missing: a return of zero would misjudge an ad an hour old. */
  isFresh?: boolean;
};

/** The four main figures, each compared with the same number of days before. */
export function StatRow({ figures, days, note: comparedWith, isFresh = false }: Props) {
  const { t } = useTranslation("reports");
  const { totals, previous } = figures;
  const hadBefore = previous.impressions > 0 || previous.orders_placed > 0;
  const note = hadBefore ? (comparedWith ?? t("against_before", { count: days })) : t("no_before");
  const change = (name: keyof Totals, isGood: boolean | null) =>
    hadBefore ? <Change now={totals[name]} before={previous[name]} isGood={isGood} /> : null;
  return (
    <div className={classes.stats}>
      <StatCard
        label={t("sales")}
        value={<Money halalas={totals.sales_placed_halalas} whole />}
        change={change("sales_placed_halalas", true)}
        note={note}
      />
      <StatCard
        label={t("spend")}
        value={<Money halalas={totals.spend_halalas} whole />}
        change={change("spend_halalas", null)}
        note={note}
      />
      <StatCard
        label={t("roas_placed")}
        value={isFresh || totals.roas_placed === null ? null : <Roas value={totals.roas_placed} />}
        change={isFresh ? null : change("roas_placed", true)}
        note={isFresh ? t("roas_fresh") : note}
      />
      <StatCard
        label={t("orders")}
        value={<Figure value={totals.orders_placed} />}
        change={change("orders_placed", true)}
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
