import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./month.module.css";
import type { Month } from "./use-month.ts";

type Props = {
  month: Month;
  isPresent: boolean;
  /** By how many months, negative for earlier ones. */
  onGo: (count: number) => void;
};

/** One month with the way to the one before and after it; none after the present one. */
export function MonthSwitch({ month, isPresent, onGo }: Props) {
  const { t } = useTranslation("wallet_month");
  const format = useFormat();
  return (
    <div className={classes.switch}>
      <ActionIcon variant="default" size="xl" aria-label={t("previous")} onClick={() => onGo(-1)}>
        <IconChevronLeft size={18} aria-hidden className="turns" />
      </ActionIcon>
      <span className={classes.month} aria-live="polite">
        {format.month(`${month}-15`)}
      </span>
      <ActionIcon
        variant="default"
        size="xl"
        aria-label={t("next")}
        disabled={isPresent}
        onClick={() => onGo(1)}
      >
        <IconChevronRight size={18} aria-hidden className="turns" />
      </ActionIcon>
    </div>
  );
}
