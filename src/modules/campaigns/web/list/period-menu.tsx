import { Button, Checkbox, Popover } from "@mantine/core";
import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { periodNames } from "../../contract/enums.ts";
import { type ListState, toDays } from "./list-state.ts";
import classes from "./period-menu.module.css";
import type { useListState } from "./use-list-state.ts";

type Props = { state: ListState; onChange: ReturnType<typeof useListState>["filter"] };

/** The days whose figures are shown: a period that moves with the calendar, or any two days. */
export function PeriodMenu({ state, onChange }: Props) {
  const { t } = useTranslation("campaigns");
  const [isOpen, setOpen] = useState(false);
  const format = useFormat();
  const today = toRiyadhDay(useNow());
  const { from, to } = toDays(state, today);
  const isCustom = state.from !== undefined;
  const named = state.period ?? "last_7";
  const write = (day: typeof from) => format.date(startOfRiyadhDay(day), "short");
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          className={classes.opener ?? ""}
          leftSection={<IconCalendar size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <strong>{t(isCustom ? "period.custom" : `period.${named}`)}</strong>
          <span className={classes.days}>{t("period.from_to", { from: write(from), to: write(to) })}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.menu}>
          <div className={classes.names}>
            {periodNames.map((name) => (
              <Button
                key={name}
                variant={!isCustom && name === named ? "light" : "subtle"}
                color="palm"
                aria-pressed={!isCustom && name === named}
                onClick={() => {
                  onChange({ period: name, from: undefined, to: undefined });
                  setOpen(false);
                }}
              >
                {t(`period.${name}`)}
              </Button>
            ))}
          </div>
          <DayField
            label={t("period.from")}
            value={from}
            max={to}
            onChange={(day) => day && onChange({ from: day, to, period: undefined })}
          />
          <DayField
            label={t("period.to")}
            value={to}
            min={from}
            max={today}
            onChange={(day) => day && onChange({ from, to: day, period: undefined })}
          />
          <Checkbox
            color="palm"
            label={t("period.only_scheduled")}
            checked={state.scheduled === "in_period"}
            onChange={({ currentTarget }) =>
              onChange({ scheduled: currentTarget.checked ? "in_period" : undefined })
            }
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
