import { IconChevronDown } from "@tabler/icons-react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, type Halalas } from "#base/shared/money.ts";
import { DeferredLtrField, DeferredMoneyField } from "#base/web/forms/deferred-fields.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { SeasonHint } from "#modules/seasons/web/seasons.parts.tsx";
import { setCampaign, setOwn } from "../../domain/edit-draft.ts";
import { getLimits, toBudgetPart } from "../../domain/plan-body.ts";
import type { PlanDraft, PlatformSettings } from "../../domain/plan-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import { sumMinimums } from "../../domain/split-budget.ts";
import { BiddingField, Schedule } from "./budget-fields.tsx";
import { ownField } from "./fields-by-step.ts";
import { Fixes } from "./fixes.tsx";
import classes from "./form.module.css";
import type { CampaignFormState, UpdateDraft } from "./use-campaign-form.ts";
import { usePlanCost } from "./use-plan-cost.ts";

/** The daily budget of all platforms together, how each bids, the schedule and its hours, and what a season changes. */
export function PlanBudgetFields({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const { errorFor } = form.errors;
  const { campaign } = form.draft;
  const change = (patch: Partial<PlanDraft["campaign"]>) =>
    form.update((before) => setCampaign(before, null, patch), Object.keys(patch));
  return (
    <div className={classes.grid}>
      <BudgetField form={form} onChange={change} />
      <Biddings form={form} />
      <Schedule value={campaign} onChange={change} errorFor={errorFor} />
      <div className={classes.wide}>
        <SeasonHint
          startsAt={campaign.starts_at}
          endsAt={campaign.ends_at}
          dailyBudget={form.settled.campaign.daily_budget_halalas}
          minimum={sumPlatformMinimums(form)}
        />
      </div>
      <DeferredLtrField
        label={t("client_campaign_id")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={t("client_campaign_id_words")}
        value={campaign.client_campaign_id ?? ""}
        error={errorFor("client_campaign_id")}
        onChange={(client_campaign_id) => change({ client_campaign_id })}
      />
    </div>
  );
}

/** The least that the chosen platforms take together for a day. */
const sumPlatformMinimums = ({ draft, chosen, context }: CampaignFormState): Halalas =>
  sumMinimums(chosen.map((one) => toBudgetPart(draft, one, context)));

type BudgetProps = { form: CampaignFormState; onChange: (patch: Partial<PlanDraft["campaign"]>) => void };

/** The budget of all platforms together, with the least they take and what the wallet lacks for it. */
export function BudgetField({ form, onChange }: BudgetProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { draft, chosen, context } = form;
  const { missingFunds } = usePlanCost(form.settled, context);
  const field = "daily_budget_halalas";
  const error = form.errors.errorFor(field) ?? (missingFunds ? t("campaigns:shortage.budget") : undefined);
  const least = formatShortRiyals(sumPlatformMinimums(form));
  const [alone] = chosen;
  return (
    <div>
      <DeferredMoneyField
        label={t("daily_budget")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={
          // The error already names the amount.
          error || !alone
            ? undefined
            : chosen.length === 1
              ? t("least_budget", { platform: t(`campaigns:platform_names.${alone}`), min: least })
              : t("least_budgets", { min: least })
        }
        value={draft.campaign.daily_budget_halalas}
        error={error}
        onChange={(daily_budget_halalas) => onChange({ daily_budget_halalas })}
      />
      <Fixes form={form} field={field} />
    </div>
  );
}

const biddingFields = ["bidding_strategy", "target_cpa_halalas", "target_roas"] as const;

/** How each platform bids. Of several it is folded: most merchants leave them as they are. */
function Biddings({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { draft, chosen } = form;
  const [isOpen, setOpen] = useState(false);
  const fields = chosen.map((platform) => <PlatformBidding key={platform} form={form} platform={platform} />);
  if (chosen.length < 2) return fields;
  const [first, ...others] = new Set(chosen.map((one) => getPart(draft, one).own.bidding_strategy));
  const hasError = chosen.some((one) =>
    biddingFields.some((name) => form.errors.errorFor(ownField(one, name)) !== undefined),
  );
  return (
    <details
      className={classes.biddings}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>{t("bidding")}</span>
        <strong>
          {first && others.length === 0 ? t(`campaigns:bidding.${first}`) : t("bidding_differs")}
        </strong>
        <IconChevronDown size={18} aria-hidden />
      </summary>
      <div className={classes.stack}>{fields}</div>
    </details>
  );
}

function PlatformBidding({ form, platform }: { form: CampaignFormState; platform: Platform }) {
  const [strategyError, cpaError, roasError] = biddingFields.map((name) =>
    form.errors.errorFor(ownField(platform, name)),
  );
  return (
    <div className={classes.stack}>
      <Bidding
        platform={platform}
        own={getPart(form.draft, platform).own}
        limits={getLimits(form.draft, platform)}
        isAlone={form.chosen.length < 2}
        strategyError={strategyError}
        cpaError={cpaError}
        roasError={roasError}
        update={form.update}
      />
      {biddingFields.map((name) => (
        <Fixes key={name} form={form} field={name} only={platform} />
      ))}
    </div>
  );
}

type BiddingProps = {
  platform: Platform;
  own: PlatformSettings;
  limits: Capabilities | null;
  isAlone: boolean;
  strategyError: string | undefined;
  cpaError: string | undefined;
  roasError: string | undefined;
  update: UpdateDraft;
};

/** Drawn again only when this platform's bidding changes: five of them stand beside the budget one types. */
const Bidding = memo(function Bidding({ platform, own, limits, isAlone, update, ...errors }: BiddingProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const names = { bidding: t("bidding"), platform: t(`campaigns:platform_names.${platform}`) };
  const errorOf: Record<string, string | undefined> = {
    bidding_strategy: errors.strategyError,
    target_cpa_halalas: errors.cpaError,
    target_roas: errors.roasError,
  };
  return (
    <BiddingField
      value={{ ...own, platform }}
      limits={limits}
      errorFor={(name) => errorOf[name]}
      onChange={(patch) =>
        update(
          (before) => setOwn(before, platform, patch),
          Object.keys(patch).map((name) => ownField(platform, name)),
        )
      }
      {...(isAlone ? {} : { label: t("bidding_on", names) })}
    />
  );
});
