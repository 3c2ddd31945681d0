import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { AdLawFinding } from "../domain/checks/ad-law.ts";
import { adLawRules } from "../domain/checks/ad-law-rules.ts";
import classes from "./writer.module.css";

/** What the ad law says of words in the text, with its source and a lawful way to say it. */
export function LawNote({ finding, icon }: { finding: AdLawFinding; icon?: ReactNode }) {
  const { t } = useTranslation("assistants");
  const format = useFormat();
  const { rule, level, words } = finding;
  const row = adLawRules.find(({ key }) => key === rule);
  const key = `law.rules.${rule}` as "law.rules.discount";
  return (
    <div className={classes.note} data-tone="law">
      {icon}
      <div className={classes.noteWords}>
        <span className={classes.noteTitle}>
          <strong>{t(`${key}.title`)}</strong> <UserText>{`«${words.join("، ")}»`}</UserText>{" "}
          <StatusBadge tone={level === "block" ? "bad" : "waiting"}>{t(`law.${level}`)}</StatusBadge>
        </span>
        <span>{t(`${key}.words`)}</span>
        <span>{t("law.without", { reword: t(`${key}.reword`) })}</span>
        {row ? (
          <small className={classes.small}>
            {t("law.source", { source: row.source, day: format.date(row.readOn) })}
          </small>
        ) : null}
      </div>
    </div>
  );
}
