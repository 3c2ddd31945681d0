import { Button, Checkbox, Popover } from "@mantine/core";
import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Period, periodNames } from "#base/shared/period.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { type ListState, toDays } from "./list-state.ts";
import classes from "./period-menu.module.css";
import type { useListState } from "./use-list-state.ts";

const PeriodDialog = lazy(async () => ({ default: (await import("./period-dialog.tsx")).PeriodDialog }));

type Props = { state: ListState; onChange: ReturnType<typeof useListState>["filter"] };

/** The days whose figures are shown: a period that moves with the calendar, or any two days. */
export function PeriodMenu({ state, onChange }: Props) {
  const { t } = useTranslation("campaigns_list");
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const today = toRiyadhDay(useNow());
  const period = toDays(state, today);
  const named = state.from ? null : (state.period ?? "last_7");
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            className={classes.opener ?? ""}
            leftSection={<IconCalendar size={18} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            <strong>{t(named ? `period.${named}` : "period.custom")}</strong>
            <Days period={period} />
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.menu}>
            <div className={classes.names}>
              {periodNames.map((name) => (
                <Button
                  key={name}
                  variant={name === named ? "light" : "subtle"}
                  aria-pressed={name === named}
                  onClick={() => {
                    onChange({ period: name, from: undefined, to: undefined });
                    setOpen(false);
                  }}
                >
                  {t(`period.${name}`)}
                </Button>
              ))}
              <Button
                variant={named ? "subtle" : "light"}
                onClick={() => {
                  setOpen(false);
                  setChoosing(true);
                }}
              >
                {t("period.choose")}
              </Button>
            </div>
            <Checkbox
              label={t("period.only_scheduled")}
              checked={state.scheduled === "in_period"}
              onChange={({ currentTarget }) =>
                onChange({ scheduled: currentTarget.checked ? "in_period" : undefined })
              }
            />
          </div>
        </Popover.Dropdown>
      </Popover>
      <LazyDialog opened={isChoosing}>
        <PeriodDialog
          opened={isChoosing}
          period={period}
          today={today}
          onChange={(days) => onChange({ ...days, period: undefined })}
          onClose={() => setChoosing(false)}
        />
      </LazyDialog>
    </>
  );
}

/** In words: digits with a dash between them turn round in Arabic. */
function Days({ period: { from, to } }: { period: Period }) {
  const { t } = useTranslation("campaigns_list");
  const format = useFormat();
  const write = (day: Period["from"]) => format.date(startOfRiyadhDay(day), "short");
  return <span className={classes.days}>{t("period.from_to", { from: write(from), to: write(to) })}</span>;
}
