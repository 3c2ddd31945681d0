import { Popover } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMetricTexts } from "../report-tables.queries.ts";
import classes from "./tabs.module.css";

/** What a metric means, its formula, where it comes from, and what it leaves out; read when it is opened. */
export function MetricHelp({ metric, name }: { metric: string; name: string }) {
  const { t } = useTranslation("reports_tabs");
  const [isOpen, setOpen] = useState(false);
  const help = useMetricTexts(isOpen).data?.items.find((one) => one.metric === metric);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom"
      withinPortal
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.help}
          aria-label={t("help.label", { name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconHelpCircle size={15} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.helpBody} aria-busy={help === undefined}>
          <strong>{name}</strong>
          {help ? (
            <>
              <p>{help.meaning}</p>
              {help.formula ? (
                <p>
                  {t("help.formula")}: {help.formula}
                </p>
              ) : null}
              {help.source ? (
                <p>
                  {t("help.source")}: {help.source}
                </p>
              ) : null}
              {help.leaves_out ? (
                <p>
                  {t("help.leaves_out")}: {help.leaves_out}
                </p>
              ) : null}
            </>
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
