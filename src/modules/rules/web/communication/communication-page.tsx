import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
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

const newRule: Omit<CommunicationRuleFields, "city"> = {
  indicator: "sales",
  change: "decreased",
  value: 20,
  days: 3,
  channel: "whatsapp",
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

function View({ view: { items, recipient, has_whatsapp, texts_left }, isAdding, onAdded }: ViewProps) {
  const { t } = useTranslation("rules");
  const key = useIdempotencyKey("communication_rules.create");
  const create = useCreateCommunication();
  const city = useCurrentUser().data?.city ?? "riyadh";
  return (
    <>
      <p className={classes.quiet}>
        {t("communication.to")} <bdi dir="ltr">{recipient}</bdi>
        {has_whatsapp ? null : ` · ${t("communication.no_whatsapp")}`}
      </p>
      <TextsLeft hasWhatsApp={has_whatsapp} left={texts_left} />
      {isAdding ? (
        <CommunicationForm
          hasWhatsApp={has_whatsapp}
          initial={{ ...newRule, city, ...(has_whatsapp ? {} : { channel: "sms" }) }}
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
            <CommunicationCard rule={rule} hasWhatsApp={has_whatsapp} />
          </li>
        ))}
      </ul>
      <FurtherNumbersCard />
    </>
  );
}

type LeftProps = { left: CommunicationView["texts_left"]; hasWhatsApp: boolean };

/** What the plan and the stock still pay, and where more is bought. */
function TextsLeft({ left, hasWhatsApp }: LeftProps) {
  const { t } = useTranslation("rules");
  const format = useFormat();
  const services = hasWhatsApp ? (["whatsapp", "sms"] as const) : (["sms"] as const);
  if (services.every((service) => left[service] === 0))
    return (
      <Banner
        tone="waiting"
        title={t("communication.left.none")}
        action={
          <LinkButton to="/financial-transaction/services-stock">{t("communication.left.buy")}</LinkButton>
        }
      >
        {t("communication.left.none_words")}
      </Banner>
    );
  const { whatsapp, sms } = left;
  if (whatsapp === null || sms === null) return null;
  const numbers = { whatsapp: format.number(whatsapp), sms: format.number(sms) };
  return <p className={classes.quiet}>{t(`communication.left.${hasWhatsApp ? "both" : "sms"}`, numbers)}</p>;
}
