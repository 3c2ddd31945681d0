import { Button, Group, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "#base/shared/period.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { reportDaysMax } from "../../contract/report-tabs.ts";
import classes from "./frame.module.css";

type Props = {
  opened: boolean;
  days: Period;
  today: RiyadhDay;
  onChoose: (days: Period) => void;
  onClose: () => void;
};

/** Any two days, at most two years apart; read together, so that Back undoes both at once. */
export function DaysDialog({ opened, days, today, onChoose, onClose }: Props) {
  const { t } = useTranslation(["reports_frame", "base"]);
  const [{ from, to }, setDays] = useState(days);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{t("choose_days")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.fields}>
        <DayField
          label={t("from_day")}
          value={from}
          min={addDays(to, 1 - reportDaysMax)}
          max={to}
          onChange={(day) => day && setDays({ from: day, to })}
        />
        <DayField
          label={t("to_day")}
          value={to}
          min={from}
          max={today}
          onChange={(day) => day && setDays({ from, to: day })}
        />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button
          onClick={() => {
            onChoose({ from, to });
            onClose();
          }}
        >
          {t("show")}
        </Button>
      </Group>
    </Modal>
  );
}
