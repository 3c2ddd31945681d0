import { Button, Popover } from "@mantine/core";
import { IconArrowsDiff, IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { periodNames } from "#base/shared/period.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { comparisons } from "../../contract/report-tabs.ts";
import type { ReportPeriodsData } from "../report-tables.queries.ts";
import { useHijriText, usePeriodText } from "./dates.tsx";
import classes from "./frame.module.css";
import { type ReportState, toStateDays } from "./report-state.ts";
import { listSeasonPresets, SeasonName } from "./season-presets.tsx";
import type { UseReportState } from "./use-report-state.ts";

const DaysDialog = lazy(async () => ({ default: (await import("./days-dialog.tsx")).DaysDialog }));

type Props = {
  state: ReportState;
  today: RiyadhDay;
  periods: ReportPeriodsData | undefined;
  onChange: UseReportState["change"];
};

/** The days of the report: a period that moves with the calendar, a season, or any two days. */
export function PeriodPicker({ state, today, periods, onChange }: Props) {
  const { t } = useTranslation("reports_frame");
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [toText, toHijriText] = [usePeriodText(), useHijriText()];
  const days = toStateDays(state, today);
  const choose = (patch: Parameters<typeof onChange>[0]) => {
    onChange(patch);
    setOpen(false);
  };
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus shadow="md">
        <Popover.Target>
          <button
            type="button"
            className={classes.picker}
            data-kind="period"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconCalendar size={20} aria-hidden />
            <span>
              <strong>{toText(days)}</strong>
              <small>{periods ? toHijriText(periods.period) : " "}</small>
            </span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.menu}>
            <div className={classes.names}>
              {periodNames.map((name) => (
                <Button
                  key={name}
                  variant={name === state.period ? "light" : "subtle"}
                  aria-pressed={name === state.period}
                  onClick={() => choose({ period: name, from: undefined, to: undefined })}
                >
                  {t(`periods.${name}`)}
                </Button>
              ))}
              <Button
                variant={state.period ? "subtle" : "light"}
                onClick={() => {
                  setOpen(false);
                  setChoosing(true);
                }}
              >
                {t("choose_days")}
              </Button>
            </div>
            {periods ? (
              <ul className={classes.seasons} aria-label={t("seasons")}>
                {listSeasonPresets(periods).map((season) => (
                  <li key={`${season.key}:${season.from}`}>
                    <button
                      type="button"
                      aria-pressed={season.from === days.from && season.to === days.to}
                      onClick={() =>
                        choose({
                          period: undefined,
                          from: season.from as RiyadhDay,
                          to: season.to as RiyadhDay,
                        })
                      }
                    >
                      <strong>
                        <SeasonName season={season} />
                      </strong>
                      <span>{toText(season)}</span>
                      <small>{toHijriText(season)}</small>
                    </button>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </Popover.Dropdown>
      </Popover>
      <LazyDialog opened={isChoosing}>
        <DaysDialog
          opened={isChoosing}
          days={days}
          today={today}
          onChoose={({ from, to }) => onChange({ period: undefined, from, to })}
          onClose={() => setChoosing(false)}
        />
      </LazyDialog>
    </>
  );
}

/** What the figures are compared with, and on which days that was. */
export function ComparePicker({ state, periods, onChange }: Omit<Props, "today">) {
  const { t } = useTranslation("reports_frame");
  const [isOpen, setOpen] = useState(false);
  const toText = usePeriodText();
  const compared = periods?.compared;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={classes.picker}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconArrowsDiff size={20} aria-hidden />
          <span>
            <strong>{t(`compare.${state.compare}`)}</strong>
            <small>{compared ? toText(compared) : " "}</small>
          </span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.choices}>
          {comparisons.map((comparison) => (
            <Button
              key={comparison}
              variant={comparison === state.compare ? "light" : "subtle"}
              aria-pressed={comparison === state.compare}
              onClick={() => {
                onChange({ compare: comparison });
                setOpen(false);
              }}
            >
              {t(`compare.${comparison}`)}
            </Button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
