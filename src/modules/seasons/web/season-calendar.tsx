import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NumberField } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import { costFactorBounds } from "../contract/season-keys.ts";
import type { CalendarRow } from "../contract/seasons.calls.ts";
import { useCorrectMonth, useSeasonCalendar, useSetCostFactor } from "./season-calendar.queries.ts";
import classes from "./seasons.module.css";

type Month = CalendarRow["months"][number];
type Factor = CalendarRow["cost_factors"][number];
/** Months in which a season begins: Ramadan, Shawwal, Dhu al-Hijjah. */
const seasonMonths = [9, 10, 12];

/** The staff's calendar of seasons: the months as they were announced, and what ads are expected to cost. */
export function SeasonCalendar() {
  const { t } = useTranslation("seasons");
  const calendar = useSeasonCalendar();
  return (
    <QueryBoundary query={calendar} fallback={<SkeletonRows count={4} />}>
      {({ months, cost_factors }) => (
        <>
          <Card title={t("calendar.months")}>
            <p className={classes.words}>{t("calendar.months_words")}</p>
            {months
              .filter(({ hijri_month }) => seasonMonths.includes(hijri_month))
              .map((month) => (
                <MonthRow key={`${month.hijri_year}-${month.hijri_month}`} month={month} />
              ))}
          </Card>
          <Card title={t("calendar.costs")}>
            <p className={classes.words}>{t("calendar.costs_words")}</p>
            {cost_factors.map((factor) => (
              // A saved value begins anew.
              <FactorRow
                key={`${factor.season}-${factor.phase}-${factor.factor_basis_points}`}
                factor={factor}
              />
            ))}
          </Card>
        </>
      )}
    </QueryBoundary>
  );
}

function MonthRow({ month: { hijri_year, hijri_month, shift_days, starts_on } }: { month: Month }) {
  const { t } = useTranslation("seasons");
  const correct = useCorrectMonth();
  const name = t("calendar.month", { month: t(`months.${hijri_month}`), year: hijri_year });
  return (
    <div className={classes.setting}>
      <span>
        {name} · <DateText at={`${starts_on}T12:00:00+03:00`} style="full" />
      </span>
      <Select
        aria-label={name}
        allowDeselect={false}
        disabled={correct.isPending}
        data={[-1, 0, 1].map((days) => ({ value: String(days), label: t(`calendar.shift.${days}`) }))}
        value={String(shift_days)}
        onChange={(chosen) => correct.mutate({ hijri_year, hijri_month, shift_days: Number(chosen) })}
      />
    </div>
  );
}

function FactorRow({ factor: { season, phase, factor_basis_points, is_default } }: { factor: Factor }) {
  const { t } = useTranslation("seasons");
  const set = useSetCostFactor();
  const [percent, setPercent] = useState<number | null>(factor_basis_points / 100);
  const chosen = percent === null ? null : Math.round(percent * 100);
  const isWrong = chosen === null || chosen < costFactorBounds.min || chosen > costFactorBounds.max;
  const name = t("calendar.phase", { season: t(`names.${season}`), phase: t(`phases.${phase}`) });
  return (
    <div className={classes.setting}>
      <NumberField
        label={name}
        decimals={2}
        value={percent}
        error={
          isWrong
            ? t("calendar.out_of_range", {
                min: costFactorBounds.min / 100,
                max: costFactorBounds.max / 100,
              })
            : undefined
        }
        onChange={setPercent}
      />
      <Button
        variant="default"
        disabled={isWrong || chosen === factor_basis_points}
        loading={set.isPending}
        onClick={() => set.mutate({ season, phase, factor_basis_points: chosen })}
      >
        {t("calendar.save")}
      </Button>
      {is_default ? null : (
        <Button
          variant="subtle"
          loading={set.isPending}
          onClick={() => set.mutate({ season, phase, factor_basis_points: null })}
        >
          {t("calendar.own_value")}
        </Button>
      )}
    </div>
  );
}
