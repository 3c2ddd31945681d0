import { Button } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isolate } from "#base/shared/bidi.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Mode } from "../contract/enums.ts";
import type { ControlRule } from "../contract/rules.calls.ts";
import { ActsList } from "./acts-list.tsx";
import { BackTestCard } from "./back-test-card.tsx";
import { StateBadge, toState } from "./control-rules-page.tsx";
import { EvaluationsList } from "./evaluations-list.tsx";
import { toFields } from "./ready-rules.ts";
import { RuleFormCard } from "./rule-form.tsx";
import { RuleSentence } from "./rule-sentence.tsx";
import classes from "./rules.module.css";
import { useChangeRule, useDeleteRule, useRule, useSetRuleStatus } from "./rules.queries.ts";

/** One rule: its sentence and its switch beside what it would have done; below what it did, and why not more. */
export function RulePage() {
  const id = String(useParams({ strict: false }).ruleId ?? "");
  const query = useRule(id);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={5} />}>
      {(rule) => <View key={rule.id} rule={rule} />}
    </QueryBoundary>
  );
}

function View({ rule }: { rule: ControlRule }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={classes.stack}>
      <PageHeader title={rule.name} actions={<StateBadge rule={rule} />} />
      <StoppedNote rule={rule} />
      <div className={classes.split}>
        {isEditing ? (
          <EditCard rule={rule} onClose={() => setEditing(false)} />
        ) : (
          <SentenceCard rule={rule} onEdit={() => setEditing(true)} />
        )}
        <BackTestCard rule={toFields(rule)} />
      </div>
      <div className={classes.split}>
        <ActsList ruleId={rule.id} />
        <EvaluationsList rule={rule} />
      </div>
    </div>
  );
}

function StoppedNote({ rule }: { rule: ControlRule }) {
  const { t } = useTranslation("rules");
  return rule.stop_reason === null ? null : <Banner tone="bad">{t(`stopped_${rule.stop_reason}`)}</Banner>;
}

function SentenceCard({ rule, onEdit }: { rule: ControlRule; onEdit: () => void }) {
  const { t } = useTranslation("rules");
  const format = useFormat();
  const state = toState(rule);
  return (
    <Card>
      <div className={classes.stack}>
        <RuleSentence rule={rule} isLarge />
        <p className={classes.quiet}>
          {t(`state_words.${state}`)}{" "}
          {state === "shadow" && rule.mode_since !== null
            ? t("trial_days", { day: format.date(rule.mode_since) })
            : null}
        </p>
        {isAllowed("rule", "manage") ? <RuleActs rule={rule} onEdit={onEdit} /> : null}
      </div>
    </Card>
  );
}

/** What whoever may change rules can do with one. */
function RuleActs({ rule, onEdit }: { rule: ControlRule; onEdit: () => void }) {
  const { t } = useTranslation("rules");
  return (
    <>
      <StateButtons rule={rule} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onEdit}>
          {t("form.edit")}
        </Button>
        <DeleteButton rule={rule} />
      </div>
    </>
  );
}

/** First on trial, then live: one tap each, and one tap off. */
function StateButtons({ rule }: { rule: ControlRule }) {
  const { t } = useTranslation("rules");
  const setStatus = useSetRuleStatus(rule.id);
  const state = toState(rule);
  const switchOn = (mode: Mode) => setStatus.mutate({ status: "active", mode });
  return (
    <div className={classes.actions}>
      {state === "live" ? null : (
        <Button
          variant={state === "shadow" ? "filled" : "default"}
          loading={setStatus.isPending}
          onClick={() => switchOn("live")}
        >
          {t("act_live")}
        </Button>
      )}
      {state === "inactive" ? (
        <Button loading={setStatus.isPending} onClick={() => switchOn("shadow")}>
          {t("act_shadow")}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={setStatus.isPending}
          onClick={() => setStatus.mutate({ status: "inactive", mode: rule.mode })}
        >
          {t("act_off")}
        </Button>
      )}
    </div>
  );
}

function DeleteButton({ rule }: { rule: ControlRule }) {
  const { t } = useTranslation("rules");
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteRule(rule.id);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="subtle" color="bad" onClick={() => setOpen(true)}>
        {t("delete")}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t("delete_title", { name: isolate(rule.name) })}
        confirm={t("delete")}
        danger
        busy={remove.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate(undefined, { onSuccess: () => void navigate({ to: "/rules/campaigns" }) })
        }
      >
        {t("delete_words")}
      </ConfirmDialog>
    </>
  );
}

function EditCard({ rule, onClose }: { rule: ControlRule; onClose: () => void }) {
  const { t } = useTranslation("rules");
  const change = useChangeRule(rule.id);
  return (
    <RuleFormCard
      initial={toFields(rule)}
      submitLabel={t("form.save_changes")}
      onCancel={onClose}
      onSave={async (fields) => {
        await change(fields);
        notify(t("form.updated"), "success");
        onClose();
      }}
    />
  );
}
