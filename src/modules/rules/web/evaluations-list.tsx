import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import type { ControlRule, RuleEvaluation } from "../contract/rules.calls.ts";
import classes from "./rules.module.css";
import { useEvaluations } from "./rules.queries.ts";
import { SeenConditions } from "./seen-conditions.tsx";
import { useRuleText } from "./use-rule-text.ts";

/** Why a rule did nothing: what it saw last in each campaign, in one sentence each. */
export function EvaluationsList({ rule }: { rule: ControlRule }) {
  const { t } = useTranslation("rules");
  const query = useEvaluations(rule.id);
  return (
    <Card title={t("why.title")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const evaluations = pages.flatMap(({ items }) => items);
          if (evaluations.length === 0) return <p className={classes.quiet}>{t("why.empty")}</p>;
          return (
            <div className={classes.tight}>
              <p className={classes.quiet}>{t("why.lead")}</p>
              <ul className={classes.list}>
                {evaluations.map((one) => (
                  <EvaluationRow key={`${one.campaign.id}:${one.first_at}`} evaluation={one} />
                ))}
              </ul>
              {query.hasNextPage ? (
                <Button
                  variant="subtle"
                  className={classes.more ?? ""}
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("log.more")}
                </Button>
              ) : null}
            </div>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}

function EvaluationRow({ evaluation }: { evaluation: RuleEvaluation }) {
  const { t } = useTranslation("rules");
  const { riyals } = useRuleText();
  const { campaign, decision, conditions, spend_halalas, times, last_at } = evaluation;
  return (
    <li className={classes.row}>
      <div>
        <UserText>{campaign.name}</UserText>
        <span>{t(`why.${decision}`, { spend: riyals(spend_halalas), count: conditions.length })}</span>
        <SeenConditions conditions={conditions} />
      </div>
      <span className={classes.quiet}>
        <RelativeTime at={last_at} />
        {times > 1 ? ` · ${t("why.times", { count: times })}` : null}
      </span>
    </li>
  );
}
