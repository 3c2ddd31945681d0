import { Button, Switch } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { ControlRule } from "../contract/rules.calls.ts";
import { ActsList } from "./acts-list.tsx";
import { FindingsList } from "./findings-list.tsx";
import { QuestionsCard } from "./questions-card.tsx";
import { ReadyRules } from "./ready-rules-card.tsx";
import { RuleSentence } from "./rule-sentence.tsx";
import classes from "./rules.module.css";
import { useRules, useSetRuleStatus, useStopAll } from "./rules.queries.ts";
import type { RulesView } from "./rules-calls.ts";
import { SettingsCard } from "./settings-card.tsx";

/** All control rules: each as a sentence with its switch, what they can do together, and what they did. */
export function ControlRulesPage() {
  const { t } = useTranslation("rules");
  const query = useRules();
  return (
    <div className={classes.stack}>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <LinkButton to="/rules/campaigns/add" leftSection={<IconPlus size={18} aria-hidden />}>
            {t("new")}
          </LinkButton>
        }
      />
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {(view) => <View view={view} />}
      </QueryBoundary>
    </div>
  );
}

function View({ view: { items, settings, findings } }: { view: RulesView }) {
  const { t } = useTranslation("rules");
  if (items.length === 0)
    return (
      <>
        <EmptyState title={t("empty_title")}>{t("empty_words")}</EmptyState>
        {isAllowed("rule", "manage") ? <ReadyRules withResults /> : null}
      </>
    );
  return (
    <>
      {settings.stopped_at === null ? null : <AllStopped />}
      {isAllowed("rule", "manage") ? <QuestionsCard /> : null}
      <FindingsList findings={findings} />
      <ul className={classes.list}>
        {items.map((rule) => (
          <li key={rule.id}>
            <RuleCard rule={rule} />
          </li>
        ))}
      </ul>
      {isAllowed("rule", "manage") ? <SettingsCard settings={settings} /> : null}
      <ActsList />
      {isAllowed("rule", "manage") ? <ReadyRules /> : null}
    </>
  );
}

function AllStopped() {
  const { t } = useTranslation("rules");
  const stopAll = useStopAll();
  return (
    <Banner
      tone="bad"
      title={t("settings.all_stopped")}
      action={
        <Button loading={stopAll.isPending} onClick={() => stopAll.mutate(false)}>
          {t("settings.resume_all")}
        </Button>
      }
    >
      {t("settings.all_stopped_words")}
    </Banner>
  );
}

export const toState = ({ status, mode }: ControlRule) => (status === "inactive" ? "inactive" : mode);
const tones: Record<ReturnType<typeof toState>, Tone> = { inactive: "neutral", shadow: "info", live: "good" };

export function StateBadge({ rule }: { rule: ControlRule }) {
  const { t } = useTranslation("rules");
  const state = toState(rule);
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>;
}

function RuleCard({ rule }: { rule: ControlRule }) {
  const { t } = useTranslation("rules");
  const setStatus = useSetRuleStatus(rule.id);
  return (
    <Card>
      <div className={classes.tight}>
        <div className={classes.head}>
          <h2 className={classes.name}>
            <Link to="/rules/campaigns/$ruleId" params={{ ruleId: rule.id }}>
              <UserText>{rule.name}</UserText>
            </Link>
          </h2>
          <StateBadge rule={rule} />
          <Switch
            aria-label={`${t("is_on")}: ${rule.name}`}
            checked={rule.status === "active"}
            disabled={setStatus.isPending || !isAllowed("rule", "manage")}
            onChange={(event) =>
              setStatus.mutate({
                status: event.currentTarget.checked ? "active" : "inactive",
                mode: rule.mode,
              })
            }
          />
        </div>
        <RuleSentence rule={rule} />
        {rule.stop_reason === null ? null : (
          <p className={classes.error}>{t(`stopped_${rule.stop_reason}`)}</p>
        )}
        <div className={classes.foot}>
          <span>{t("acts_week", { count: rule.acts_7_days })}</span>
          <span>
            {rule.last_evaluated_at === null ? (
              t("not_evaluated")
            ) : (
              <>
                {t("evaluated")} <RelativeTime at={rule.last_evaluated_at} />
              </>
            )}
          </span>
        </div>
      </div>
    </Card>
  );
}
