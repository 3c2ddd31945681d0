import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { NoData } from "#base/web/kit/page.tsx";
import { UserLine } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import type { ListRow } from "../../contract/list.ts";
import { type Pace, toPace, toSpentShare } from "../../domain/pace.ts";
import { Riyals, Times } from "./amounts.tsx";
import classes from "./cells.module.css";
import { StatusLine } from "./status-line.tsx";

/** A campaign's name with its platform, and its state beneath. */
export function NameCell({ row }: { row: ListRow }) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={classes.name}>
      <PlatformIcon platform={row.platform} size={32} label={t(`platform_names.${row.platform}`)} />
      <div className={classes.words}>
        <Link to="/campaigns/$id" params={{ id: row.id }} className={classes.link}>
          <UserLine>{row.name}</UserLine>
        </Link>
        <StatusLine row={row} />
      </div>
    </div>
  );
}

type PaceProps = { spent: number | null; budget: number; usualShare: number | null };

/** Today's spend of the budget as a bar, with a mark where it usually is by now; in words only where it differs. Null: not reported. */
export function PaceBar({ spent, budget, usualShare }: PaceProps) {
  const { t } = useTranslation("campaigns_list");
  const format = useFormat();
  const facts = { spentHalalas: spent ?? 0, dailyBudgetHalalas: budget, usualShare };
  const pace = spent === null ? null : toPace(facts);
  return (
    <div className={classes.pace}>
      <div className={classes.track} aria-hidden>
        <span
          className={classes.fill}
          data-pace={pace ?? "usual"}
          style={{ inlineSize: `${Math.min(100, toSpentShare(facts) / 100)}%` }}
        />
        {usualShare === null ? null : (
          <span className={classes.mark} style={{ insetInlineStart: `${usualShare / 100}%` }} />
        )}
      </div>
      {spent === null ? (
        <span className={classes.paceWords}>
          <NoData label={t("base:no_data_yet")} />
        </span>
      ) : (
        <PaceWords spent={spent} budget={budget} pace={pace} />
      )}
      {usualShare === null ? null : (
        <span className="visually-hidden">
          {t("usual_by_now", { share: format.percent(usualShare / 10_000) })}
        </span>
      )}
    </div>
  );
}

function PaceWords({ spent, budget, pace }: { spent: number; budget: number; pace: Pace | null }) {
  const { t } = useTranslation("campaigns_list");
  const format = useFormat();
  const riyals = (halalas: number) => format.number(Math.round(halalas / 100));
  return (
    <span className={classes.paceWords}>
      <span>{t("spent_of", { spent: riyals(spent), budget: riyals(budget) })}</span>
      {pace === "fast" || pace === "slow" ? <b data-pace={pace}>{t(`pace.${pace}`)}</b> : null}
    </span>
  );
}

/** Today's pace of a campaign that runs; why there is none of the others. */
export function TodayCell({ row, usualShare }: { row: ListRow; usualShare: number | null }) {
  const { t } = useTranslation("campaigns_list");
  if (row.status !== "active") {
    const why = row.status === "created" ? "not_started" : "stopped";
    return <span className={classes.quiet}>{t(`today_${why}`)}</span>;
  }
  return (
    <PaceBar spent={row.spend_today_halalas} budget={row.daily_budget_halalas} usualShare={usualShare} />
  );
}

type ReturnProps = { row: ListRow; of: CountedOrders; counted: CountedOrders };

/** The return on placed or delivered orders; of those that the person counts, beside the campaign's own target. */
export function ReturnCell({ row, of, counted }: ReturnProps) {
  const { t } = useTranslation("campaigns_list");
  const isBelow = of === counted && isBelowTarget(row, counted);
  return (
    <span className={classes.return} data-below={isBelow}>
      <Times value={row.figures && readSales(row.figures, of).roas} />
      {isBelow ? <small>↓ {t("below_target")}</small> : null}
    </span>
  );
}

/** `target_roas` is in basis points: 35,000 aims at 3.5 riyals for each. */
export function isBelowTarget({ target_roas, figures }: ListRow, counted: CountedOrders): boolean {
  const achieved = figures && readSales(figures, counted).roas;
  return target_roas !== null && achieved !== null && achieved * 10_000 < target_roas;
}

const barDays = 7;
/** A single order is no high bar: the scale of a row holds four at least. */
const leastScale = 4;

/**
 * The orders of the last seven days, time from left to right, each row in its own scale; an unfinished day is hatched,
 * and a day without data has no bar.
 */
export function DaysCell({
  row,
  to,
  today,
}: {
  row: Pick<ListRow, "days">;
  to: RiyadhDay;
  today: RiyadhDay;
}) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const hatch = useId();
  const byDay = new Map(row.days.map(({ day, orders_placed }) => [day as string, orders_placed]));
  const days = Array.from({ length: barDays }, (_, index) => addDays(to, index + 1 - barDays));
  const highest = Math.max(leastScale, ...byDay.values());
  const orders = days.map((day) => byDay.get(day) ?? t("base:no_data"));
  return (
    <svg
      className={classes.days}
      viewBox="0 0 62 28"
      role="img"
      aria-label={t("orders_by_day", { orders: orders.join(t("campaigns:list_comma")) })}
    >
      <defs>
        <pattern id={hatch} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.4" height="3" className={classes.bar} />
        </pattern>
      </defs>
      {days.map((day, index) => {
        const placed = byDay.get(day);
        if (placed === undefined) return null;
        const height = Math.max(1, (placed / highest) * 26);
        return (
          <rect
            key={day}
            data-day={day}
            x={index * 9}
            y={28 - height}
            width="6.5"
            height={height}
            rx="1.2"
            className={classes.bar}
            {...(day === today ? { style: { fill: `url(#${hatch})` } } : {})}
          />
        );
      })}
    </svg>
  );
}

/** Why a campaign has no figures in the period, in words: no data is not zero. */
export function NoFigures({ row }: { row: ListRow }) {
  const { t } = useTranslation("campaigns_list");
  const why = row.status === "created" ? "created" : row.status === "active" ? "active" : "ended";
  return <span className={classes.quiet}>{t(`no_figures.${why}`)}</span>;
}

/** What was spent for each order, in riyals with halalas. */
export const CostCell = ({ row }: { row: ListRow }) => (
  <Riyals halalas={row.figures?.cost_per_order_halalas ?? null} decimals />
);
