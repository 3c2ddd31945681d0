import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { useAdjustPlan } from "#modules/campaigns/web/use-adjust-plan.ts";
import campaignClasses from "../campaign/campaign.module.css";
import { InPlace } from "../campaign/in-place.tsx";
import { Moment, Term } from "../campaign/terms-card.tsx";
import { EndField, StartField } from "../campaign/terms-in-place.tsx";
import { PlanBudget } from "./plan-budget.tsx";

/** What the plan's campaigns share, changed in place for all at once: its name, the money and the dates. */
export function PlanTerms({ plan }: { plan: PlanDetails }) {
  const { t } = useTranslation(["plan", "campaign"]);
  const sum = (amount: "max_cost_today_halalas" | "reserve_halalas") =>
    plan.campaigns.reduce((all, campaign) => all + campaign[amount], 0);
  return (
    <Card title={t("plan:terms")}>
      <dl className={campaignClasses.terms}>
        <Term name={t("plan:name")}>
          <PlanName plan={plan} />
        </Term>
        <Term name={t("plan:total_budget")}>
          <PlanBudget plan={plan} />
        </Term>
        <Term name={t("campaign:most_today")} note={t("campaign:most_today_note")}>
          <Money halalas={sum("max_cost_today_halalas")} whole />
        </Term>
        <Term name={t("campaign:reserve")} note={t("campaign:reserve_note")}>
          <Money halalas={sum("reserve_halalas")} whole />
        </Term>
        <Term name={t("campaign:starts")}>
          <PlanStart plan={plan} />
        </Term>
        <Term name={t("campaign:ends")}>
          <PlanEnd plan={plan} />
        </Term>
      </dl>
    </Card>
  );
}

function PlanName({ plan }: { plan: PlanDetails }) {
  const { t } = useTranslation("plan");
  const adjust = useAdjustPlan(plan.id);
  return (
    <InPlace
      label={t("name")}
      value={plan.name}
      onSave={async (name) => (await adjust.mutateAsync({ name })).name}
      field={(props) => <TextField label={t("name")} {...props} />}
    >
      <UserText>{plan.name}</UserText>
    </InPlace>
  );
}

/** The start of what has not begun; of what has, it is only shown. */
function PlanStart({ plan }: { plan: PlanDetails }) {
  const { t } = useTranslation(["plan", "campaign"]);
  const adjust = useAdjustPlan(plan.id);
  const now = useNow(60);
  const open = plan.campaigns.filter(({ status }) => !isClosed(status));
  const ahead = open.filter(({ status, starts_at }) => status === "created" || new Date(starts_at) > now);
  const starts = (ahead.length > 0 ? ahead : open).map((one) => (one.starts_at_once ? null : one.starts_at));
  const [first] = starts;
  if (first === undefined) return t("plan:none_open");
  const isShared = starts.every((start) => start === first);
  const shown = !isShared ? (
    t("plan:differs")
  ) : first === null ? (
    t("campaign:starts_at_once")
  ) : (
    <Moment at={first} />
  );
  if (ahead.length === 0) return shown;
  return (
    <StartField
      startsAt={first ?? now.toISOString()}
      canUndo={isShared && first !== null}
      onSave={async (starts_at) => {
        await adjust.mutateAsync({ starts_at });
        return starts_at;
      }}
    >
      {shown}
    </StartField>
  );
}

function PlanEnd({ plan }: { plan: PlanDetails }) {
  const { t } = useTranslation(["plan", "campaign"]);
  const adjust = useAdjustPlan(plan.id);
  const open = plan.campaigns.filter(({ status }) => !isClosed(status));
  const [first] = open;
  if (!first) return t("plan:none_open");
  const isShared = open.every(({ ends_at }) => ends_at === first.ends_at);
  const latestStart =
    open
      .map(({ starts_at }) => starts_at)
      .sort()
      .at(-1) ?? first.starts_at;
  return (
    <EndField
      startsAt={latestStart}
      endsAt={first.ends_at}
      canUndo={isShared}
      onSave={async (ends_at) => {
        await adjust.mutateAsync({ ends_at });
        return ends_at;
      }}
    >
      {!isShared ? (
        t("plan:differs")
      ) : first.ends_at === null ? (
        t("campaign:no_end")
      ) : (
        <Moment at={first.ends_at} />
      )}
    </EndField>
  );
}
