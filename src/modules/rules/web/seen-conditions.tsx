import { IconCheck, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SeenCondition } from "../contract/control-rule.ts";
import classes from "./rules.module.css";
import { useRuleText } from "./use-rule-text.ts";

/** What each condition of a rule saw, and whether it was met. */
export function SeenConditions({ conditions }: { conditions: readonly SeenCondition[] }) {
  const { t } = useTranslation("rules");
  const { toSeen } = useRuleText();
  if (conditions.length === 0) return null;
  return (
    <ul className={classes.conditions}>
      {conditions.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
        <li key={index}>
          {one.is_met ? (
            <IconCheck size={16} role="img" aria-label={t("seen.met")} />
          ) : (
            <IconX size={16} role="img" aria-label={t("seen.not_met")} />
          )}
          <span>
            {one.join === null ? toSeen(one) : t(`seen.joined_${one.join}`, { condition: toSeen(one) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
