import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { Outcome } from "../contract/enums.ts";
import type { RuleAct } from "../contract/rules.calls.ts";
import classes from "./rules.module.css";
import { useActs, useUndoAct } from "./rules.queries.ts";
import { SeenConditions } from "./seen-conditions.tsx";
import { useRuleText } from "./use-rule-text.ts";

const tones: Record<Outcome, Tone> = {
  recorded: "info",
  done: "waiting",
  refused: "bad",
  confirmed: "good",
  failed: "bad",
  undone: "neutral",
};

/** What one rule did, or all of them, each with the figures it saw and, for a week, a way back. */
export function ActsList({ ruleId = null }: { ruleId?: string | null }) {
  const { t } = useTranslation("rules");
  const query = useActs(ruleId);
  return (
    <Card title={t(ruleId === null ? "log.title" : "log.rule_title")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const acts = pages.flatMap(({ items }) => items);
          if (acts.length === 0) return <p className={classes.quiet}>{t("log.empty")}</p>;
          return (
            <div className={classes.tight}>
              <ul className={classes.list}>
                {acts.map((act) => (
                  <ActRow key={act.id} act={act} showsRule={ruleId === null} />
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

function ActRow({ act, showsRule }: { act: RuleAct; showsRule: boolean }) {
  const { t } = useTranslation("rules");
  const undo = useUndoAct();
  const toWords = useActWords();
  return (
    <li className={classes.row}>
      <div>
        <span>
          <Link to="/campaigns/$id" params={{ id: act.campaign.id }}>
            <UserText>{act.campaign.name}</UserText>
          </Link>
          {": "}
          <strong>{toWords.did(act)}</strong>
        </span>
        <span className={classes.quiet}>{toWords.saw(act)}</span>
        <SeenConditions conditions={act.conditions} />
        {act.refusal === null ? null : <span className={classes.error}>{act.refusal}</span>}
        <span className={classes.quiet}>
          {showsRule ? (
            <>
              <UserText>{act.rule.name || t("log.deleted_rule")}</UserText>
              {" · "}
            </>
          ) : null}
          <RelativeTime at={act.acted_at} />
        </span>
      </div>
      <span className={classes.foot}>
        <StatusBadge tone={tones[act.outcome]}>{t(`log.outcomes.${act.outcome}`)}</StatusBadge>
        {act.undo_until === null || !isAllowed("rule", "manage") ? null : (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(act.id)}
          >
            {t("log.undo")}
          </Button>
        )}
      </span>
    </li>
  );
}

/** What an act did, and the days and the spend it looked at, in words. */
function useActWords() {
  const { t } = useTranslation("rules");
  const { riyals } = useRuleText();
  const format = useFormat();
  return {
    did({ kind, mode, from_halalas, to_halalas }: RuleAct): string {
      const key = mode === "shadow" ? (`would_${kind}` as const) : kind;
      return t(`log.${key}`, { from: riyals(from_halalas), to: riyals(to_halalas ?? 0) });
    },
    saw({ spend_halalas, window_from, window_to }: RuleAct): string {
      const day = (value: string) => format.date(`${value}T09:00:00Z`, "short");
      return t("log.saw", {
        spend: riyals(spend_halalas),
        from: day(window_from),
        to: day(window_to),
      });
    },
  };
}
