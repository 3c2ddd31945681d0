import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import { useResultText } from "./back-test-card.tsx";
import { readyKinds, readyRules } from "./ready-rules.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import classes from "./rules.module.css";
import { useBackTest } from "./rules.queries.ts";

/**
 * Rules to start from: each opens the form, where it is tried on the merchant's own figures. With results, each says here
 * already what it would have come to.
 */
export function ReadyRules({ withResults = false }: { withResults?: boolean }) {
  const { t } = useTranslation("rules");
  return (
    <Card title={t("ready.title")}>
      <ul className={classes.list}>
        {readyKinds.map((kind) => (
          <li key={kind} className={classes.row}>
            <div>
              <strong>{t(`ready.${kind}`)}</strong>
              <RuleSentence rule={readyRules[kind]} />
              {withResults ? <MonthResult rule={{ ...readyRules[kind], name: t(`ready.${kind}`) }} /> : null}
            </div>
            <LinkButton to="/rules/campaigns/add" search={{ ready: kind }} variant="default">
              {t("ready.try")}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Nothing until it is known, and where there are no figures or days to try it on. */
function MonthResult({ rule }: { rule: ControlRuleFields }) {
  const { t } = useTranslation("rules");
  const toResult = useResultText();
  const { data } = useBackTest(rule);
  if (!data || data.tested_campaigns === 0) return null;
  return (
    <p className={classes.quiet}>
      {data.tested_days === 0
        ? t("test.out_of_season")
        : t("ready.month", { result: toResult(rule, data.result) })}
    </p>
  );
}
