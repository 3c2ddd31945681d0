import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import type { RuleFinding } from "../contract/rules.calls.ts";
import classes from "./rules.module.css";
import { useRuleText } from "./use-rule-text.ts";

/** How many campaigns' highest budgets are named at once. */
const shownReaches = 3;

/** What the rules that are on can do together: conflicts first, then how high they can lead a budget. */
export function FindingsList({ findings }: { findings: readonly RuleFinding[] }) {
  const { t } = useTranslation("rules");
  const { riyals } = useRuleText();
  const conflicts = findings.filter(({ kind }) => kind !== "reach");
  const reaches = findings
    .filter(({ kind }) => kind === "reach")
    .sort((one, other) => (other.to_halalas ?? 0) - (one.to_halalas ?? 0))
    .slice(0, shownReaches);
  if (conflicts.length + reaches.length === 0) return null;
  const toLine = ({ kind, rules, campaigns, from_halalas, to_halalas, ceiling_halalas }: RuleFinding) =>
    t(`findings.${kind}`, {
      one: rules[0]?.name ?? "",
      other: rules[1]?.name ?? "",
      campaign: campaigns[0]?.name ?? "",
      from: riyals(from_halalas ?? 0),
      to: riyals(to_halalas ?? 0),
      ceiling: riyals(ceiling_halalas ?? 0),
    });
  return (
    <Banner tone={conflicts.length > 0 ? "waiting" : "info"} title={t("findings.title")}>
      <ul className={classes.list}>
        {[...conflicts, ...reaches].map((finding) => (
          <li key={`${finding.kind}:${finding.rules.map(({ id }) => id).join()}:${finding.campaigns[0]?.id}`}>
            {toLine(finding)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
