import { Button, Group, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Period } from "#base/shared/period.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import classes from "./period-menu.module.css";

type Props = {
  opened: boolean;
  period: Period;
  today: RiyadhDay;
  onChange: (period: Period) => void;
  onClose: () => void;
};

/** Any two days. Its own window: a calendar that opened from the menu would close it. */
export function PeriodDialog({ opened, period: { from, to }, today, onChange, onClose }: Props) {
  const { t } = useTranslation(["campaigns_list", "base"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{t("period.choose")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.fields}>
        <DayField
          label={t("period.from")}
          value={from}
          max={to}
          onChange={(day) => day && onChange({ from: day, to })}
        />
        <DayField
          label={t("period.to")}
          value={to}
          min={from}
          max={today}
          onChange={(day) => day && onChange({ from, to: day })}
        />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("period.done")}</Button>
      </Group>
    </Modal>
  );
}
