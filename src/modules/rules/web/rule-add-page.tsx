import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { PageHeader } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import { BackTestCard } from "./back-test-card.tsx";
import { newRule, readyKinds, readyRules } from "./ready-rules.ts";
import { RuleFormCard } from "./rule-form.tsx";
import classes from "./rules.module.css";
import { useCreateRule } from "./rules.queries.ts";

/** A new rule, empty or from a ready one, beside what it would have done. A ready one is tried at once. */
export function RuleAddPage() {
  const { t } = useTranslation("rules");
  const { ready }: Record<string, unknown> = useSearch({ strict: false });
  const kind = readyKinds.find((one) => one === ready);
  const initial: ControlRuleFields = kind ? { ...readyRules[kind], name: t(`ready.${kind}`) } : newRule;
  const [tested, setTested] = useState<ControlRuleFields | null>(kind ? initial : null);
  const key = useIdempotencyKey("rules.create");
  const create = useCreateRule();
  const navigate = useNavigate();
  return (
    <div className={classes.stack}>
      <PageHeader title={t("form.new_title")} />
      <div className={classes.split}>
        <RuleFormCard
          key={kind ?? "new"}
          initial={initial}
          submitLabel={t("form.save")}
          onTry={setTested}
          onSave={async (fields) => {
            const { id } = await create(fields, key.for(fields));
            key.done();
            notify(t("form.saved"), "success");
            await navigate({ to: "/rules/campaigns/$ruleId", params: { ruleId: id } });
          }}
        />
        {tested ? <BackTestCard rule={tested} /> : null}
      </div>
    </div>
  );
}
