import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { FurtherNumbersCard } from "#modules/messages/web/numbers.parts.tsx";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import classes from "../rules.module.css";
import {
  type CommunicationView,
  useCommunicationRules,
  useCreateCommunication,
} from "./communication.queries.ts";
import { CommunicationCard } from "./communication-card.tsx";
import { CommunicationForm } from "./communication-form.tsx";

const newRule: CommunicationRuleFields = {
  indicator: "sales",
  change: "decreased",
  value: 20,
  days: 3,
  channel: "whatsapp",
  city: "riyadh",
  numbers: [],
};

/** All communication rules, each as a sentence with its switch, and the form of a new one. */
export function CommunicationPage() {
  const { t } = useTranslation("rules");
  const query = useCommunicationRules();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={classes.stack}>
      <PageHeader
        title={t("communication.title")}
        lead={t("communication.lead")}
        actions={
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={isAdding}
            onClick={() => setAdding(true)}
          >
            {t("communication.new")}
          </Button>
        }
      />
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {(view) => <View view={view} isAdding={isAdding} onAdded={() => setAdding(false)} />}
      </QueryBoundary>
    </div>
  );
}

type ViewProps = { view: CommunicationView; isAdding: boolean; onAdded: () => void };

function View({ view: { items, recipient, has_whatsapp }, isAdding, onAdded }: ViewProps) {
  const { t } = useTranslation("rules");
  const key = useIdempotencyKey("communication_rules.create");
  const create = useCreateCommunication();
  return (
    <>
      <p className={classes.quiet}>
        {t("communication.to")} <bdi dir="ltr">{recipient}</bdi>
        {has_whatsapp ? null : ` · ${t("communication.no_whatsapp")}`}
      </p>
      {isAdding ? (
        <CommunicationForm
          initial={has_whatsapp ? newRule : { ...newRule, channel: "sms" }}
          submitLabel={t("communication.form.save")}
          onCancel={onAdded}
          onSave={async (fields) => {
            await create(fields, key.for(fields));
            key.done();
            notify(t("communication.saved"), "success");
            onAdded();
          }}
        />
      ) : null}
      {items.length === 0 && !isAdding ? (
        <EmptyState title={t("communication.empty_title")}>{t("communication.empty_words")}</EmptyState>
      ) : null}
      <ul className={classes.list}>
        {items.map((rule) => (
          <li key={rule.id}>
            <CommunicationCard rule={rule} />
          </li>
        ))}
      </ul>
      <FurtherNumbersCard />
    </>
  );
}
