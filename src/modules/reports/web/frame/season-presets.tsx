import { useTranslation } from "react-i18next";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ReportPeriodsData } from "../report-tables.queries.ts";
import classes from "./frame.module.css";
import type { ReportState } from "./report-state.ts";
import type { UseReportState } from "./use-report-state.ts";

type Season = ReportPeriodsData["seasons"][number];

/** Days of a season that have begun; one that still runs ends today. */
export function listSeasonPresets({ seasons, today }: ReportPeriodsData): Season[] {
  return seasons.map((season) => (season.to > today ? { ...season, to: today } : season));
}

/** The seasons a store asks for most, once each, the latest first. */
const usual: readonly Season["key"][] = [
  "payday",
  "white_friday",
  "ramadan",
  "eid_al_fitr",
  "national_day",
  "founding_day",
];

/** "Ramadan 1447", "White Friday 2025", "Payday, October": which one of them it is. */
export function SeasonName({ season: { key, hijri_year, from } }: { season: Season }) {
  const { t } = useTranslation(["reports_frame", "seasons"]);
  const format = useFormat();
  const name = t(`seasons:names.${key}`);
  if (key === "payday")
    return t("season_of", { name, year: format.month(startOfRiyadhDay(from as RiyadhDay)) });
  return t("season_of", { name, year: hijri_year ?? from.slice(0, 4) });
}

type Props = { periods: ReportPeriodsData; days: { from: string; to: string }; state: ReportState };

/** Seasons one tap away, beside the period. */
export function SeasonChips({
  periods,
  days,
  state,
  onChange,
}: Props & { onChange: UseReportState["change"] }) {
  const { t } = useTranslation("reports_frame");
  const presets = listSeasonPresets(periods);
  const shown = usual.flatMap((key) => presets.find((season) => season.key === key) ?? []);
  return (
    <ul className={classes.chips} aria-label={t("seasons")}>
      <li>
        <button
          type="button"
          aria-pressed={state.period === "this_month"}
          onClick={() => onChange({ period: "this_month", from: undefined, to: undefined })}
        >
          {t("periods.this_month")}
        </button>
      </li>
      {shown.map((season) => (
        <li key={season.key}>
          <button
            type="button"
            aria-pressed={!state.period && season.from === days.from && season.to === days.to}
            onClick={() =>
              onChange({ period: undefined, from: season.from as RiyadhDay, to: season.to as RiyadhDay })
            }
          >
            <SeasonName season={season} />
          </button>
        </li>
      ))}
    </ul>
  );
}
