import { memo } from "react";
import { useTranslation } from "react-i18next";
import { daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import type { SeasonRow } from "../contract/seasons.calls.ts";
import { BudgetProposal } from "./season-budget.parts.tsx";
import { useSeasonsWithin } from "./seasons.queries.ts";

const noon = (day: string) => `${day}T12:00:00+03:00`;
const usualCost = 10_000;

/** "8 فبراير إلى 9 مارس". */
export function SeasonDates({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation("seasons");
  const format = useFormat();
  return (
    <span>{t("dates", { from: format.date(noon(from), "short"), to: format.date(noon(to), "short") })}</span>
  );
}

type Hint = {
  startsAt: string | null;
  endsAt: string | null;
  /** In halalas; null while it is not typed. */
  dailyBudget: number | null;
  /** The platform's least budget for a day, in halalas. */
  minimum: number;
};

/**
 * What the season that a campaign runs through changes: its days, what a result costs then, and a budget for each day.
 * It stands in a form, and is drawn again only when one of these values changes.
 */
export const SeasonHint = memo(function SeasonHint({ startsAt, endsAt, dailyBudget, minimum }: Hint) {
  const { t } = useTranslation("seasons");
  const format = useFormat();
  const now = useNow();
  const start = startsAt === null ? now : new Date(startsAt);
  const seasons = useSeasonsWithin(start, endsAt === null ? null : new Date(endsAt));
  const [costliest] = seasons.toSorted((one, other) => findHighestCost(other) - findHighestCost(one));
  if (!costliest) return null;
  const season = t(`names.${costliest.key}`);
  const extra = findHighestCost(costliest) - usualCost;
  const today = toRiyadhDay(now);
  const isNow = costliest.starts_on <= today;
  const first = isNow ? today : (costliest.starts_on as RiyadhDay);
  return (
    <Banner
      title={
        <>
          {t(isNow ? "hint_runs" : "hint_within", { season })} ·{" "}
          <SeasonDates from={costliest.starts_on} to={costliest.ends_on} />
        </>
      }
    >
      {extra > 0 ? t("hint_costs_more", { percent: format.percent(extra / 10_000) }) : t("hint_usual")}{" "}
      {t("estimate")}
      {costliest.hijri_year === null ? null : ` ${t("may_move")}`}
      {dailyBudget && extra !== 0 ? (
        <BudgetProposal
          season={costliest}
          from={first}
          total={dailyBudget * (daysBetween(first, costliest.ends_on as RiyadhDay) + 1)}
          minimum={minimum}
        />
      ) : null}
    </Banner>
  );
});

const findHighestCost = ({ phases }: SeasonRow): number =>
  Math.max(...phases.map(({ cost_factor }) => cost_factor));
