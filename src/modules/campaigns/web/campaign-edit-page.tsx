import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkCampaign } from "../contract/check-campaign.ts";
import { nameMax, objectives } from "../contract/enums.ts";
import type { CampaignDetails, CampaignRow } from "../contract/shapes.ts";
import { nearestCampaign } from "../domain/nearest-passing.ts";
import classes from "./campaigns.module.css";
import { useCampaign } from "./campaigns.queries.ts";
import { BudgetFields } from "./form/budget-fields.tsx";
import { OneOfField } from "./form/choices.tsx";
import { CostCard } from "./form/cost-card.tsx";
import { Counted } from "./form/counted.tsx";
import type { CampaignDraft } from "./form/draft.ts";
import { NearestFix } from "./form/nearest-fix.tsx";
import { PlacementsField } from "./form/placements-field.tsx";
import { findFirstPlace } from "./form/places.ts";
import { AccountField } from "./form/platform-settings-fields.tsx";
import { type ErrorFor, useErrors } from "./form/problems.ts";
import { StoreField } from "./form/store-field.tsx";
import { FormPage, useAfterSaving } from "./form-page.tsx";
import { useAccountFacts, useDestinations } from "./use-choices.ts";
import { useKeptFields } from "./use-kept-fields.ts";
import { useEditCampaign } from "./use-save.ts";

export function CampaignEditPage() {
  const { id = "" } = useParams({ strict: false });
  const campaign = useCampaign(id);
  if (campaign.isPending) return <SkeletonPage kind="form" />;
  if (!campaign.data) return <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />;
  return <EditForm key={campaign.data.id} campaign={campaign.data} />;
}

/** A campaign's own fields as they are typed, and their saving. */
function useEditForm(campaign: CampaignRow) {
  const { value, ...kept } = useKeptFields(`campaign.${campaign.id}`, toDraft(campaign));
  const save = useEditCampaign(campaign.id, kept.forget);
  const leave = useAfterSaving(campaign);
  const errors = useEditErrors(campaign, value);
  // Until the first start it is nowhere but here: its account and store may still change.
  const isFresh = campaign.status === "created";
  const change = (patch: Partial<CampaignDraft>) => {
    errors.forget(Object.keys(patch));
    kept.change(patch);
  };
  const submit = () => {
    const { ad_account_id, store_id, platform: _p, daily_budget_halalas, ...rest } = value;
    const body = {
      ...rest,
      ...(isFresh ? { ad_account_id, store_id } : {}),
      client_campaign_id: rest.client_campaign_id || null,
      daily_budget_halalas: daily_budget_halalas ?? 0,
    };
    save.mutate(body, { onSuccess: () => leave(), onError: errors.applyServerError });
  };
  return { value, kept, errors, isFresh, change, submit, isSaving: save.isPending };
}

/**
 * The form of a campaign's own fields. Its ad groups and ads have pages of their own; the platform cannot change, ad
 * account and store only before the first start.
 */
function EditForm({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation("campaigns");
  const form = useEditForm(campaign);
  return (
    <FormPage
      title={t("edit_campaign")}
      campaign={campaign}
      isSaving={form.isSaving}
      errors={form.errors}
      kept={form.kept}
      onSave={form.submit}
    >
      <div className={classes.two}>
        <Card>
          <div className={classes.form}>
            <EditFields campaign={campaign} form={form} />
          </div>
        </Card>
        <CostCard campaign={form.value} held={campaign.reserve_halalas} />
      </div>
    </FormPage>
  );
}

function EditFields({ campaign, form }: { campaign: CampaignDetails; form: ReturnType<typeof useEditForm> }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { value, errors, isFresh, change } = form;
  return (
    <>
      <Counted
        label={t("name")}
        value={value.name}
        max={nameMax}
        error={errors.errorFor("name")}
        onChange={(name) => change({ name })}
      />
      <LtrField
        label={t("landing_url")}
        value={value.landing_url}
        error={errors.errorFor("landing_url")}
        onChange={(landing_url) => change({ landing_url })}
      />
      {isFresh ? (
        <>
          <AccountField
            platform={campaign.platform}
            value={value.ad_account_id}
            error={errors.errorFor("ad_account_id")}
            onChange={(ad_account_id) => change({ ad_account_id })}
          />
          <StoreField
            value={value.store_id}
            landingUrl={value.landing_url}
            error={errors.errorFor("store_id")}
            onChange={change}
          />
        </>
      ) : null}
      <OneOfField
        legend={t("objective")}
        value={value.objective}
        error={errors.errorFor("objective")}
        onChange={(objective) => change({ objective })}
        options={objectives.map((one) => ({
          value: one,
          label: t(`campaigns:objectives.${one}`),
          disabled: !isFresh && one !== campaign.objective,
        }))}
      />
      <Places campaign={campaign} value={value} onChange={change} error={errors.errorFor("placements")} />
      <BudgetFields
        value={value}
        held={campaign.reserve_halalas}
        place={findFirstPlace(campaign.ad_groups)}
        onChange={change}
        errorFor={errors.errorFor}
      />
      <LimitFixes value={value} errorFor={errors.errorFor} onFix={change} />
    </>
  );
}

/** Fields that the platform limits, and that have a nearest value. */
const limitedFields = [
  "daily_budget_halalas",
  "bidding_strategy",
  "target_cpa_halalas",
  "target_roas",
  "hours",
] as const;

type LimitProps = {
  value: CampaignDraft;
  errorFor: ErrorFor;
  onFix: (patch: Partial<CampaignDraft>) => void;
};

/** For each field that breaks a limit, the nearest value that passes. */
function LimitFixes({ value, errorFor, onFix }: LimitProps) {
  const account = useAccountFacts(value.ad_account_id);
  const limits = getCapabilities(value.platform, value.placements);
  if (!limits) return null;
  const fields = { ...value, daily_budget_halalas: value.daily_budget_halalas ?? 0 };
  const nearest = nearestCampaign(fields, limits, account);
  return limitedFields.map((field) => (
    <NearestFix
      key={field}
      fields={fields}
      nearest={nearest}
      field={field}
      error={errorFor(field)}
      onFix={onFix}
    />
  ));
}

/** A campaign with several placements may change them; one with exactly one placement keeps it. */
function Places({
  campaign,
  value,
  onChange,
  error,
}: {
  campaign: CampaignRow;
  value: CampaignDraft;
  onChange: (patch: Partial<CampaignDraft>) => void;
  error: string | undefined;
}) {
  if (getCapabilities(campaign.platform)?.placements?.pick !== "some") return null;
  return (
    <PlacementsField
      platform={campaign.platform}
      value={value.placements}
      error={error}
      onChange={(placements) => onChange({ placements })}
    />
  );
}

function useEditErrors(campaign: CampaignRow, value: CampaignDraft) {
  const now = useNow(15);
  const { destinations } = useDestinations();
  const limits = getCapabilities(value.platform, value.placements);
  const account = useAccountFacts(value.ad_account_id);
  const fields = { ...value, daily_budget_halalas: value.daily_budget_halalas ?? 0 };
  const problems = limits
    ? checkCampaign(fields, limits, {
        now,
        places: destinations,
        startsBefore: new Date(campaign.starts_at),
        ...account,
      })
    : [];
  return useErrors(problems);
}

function toDraft(campaign: CampaignRow): CampaignDraft {
  const { name, ad_account_id, platform, store_id, landing_url, objective, bidding_strategy } = campaign;
  return {
    name,
    ad_account_id,
    platform,
    placements: campaign.placements,
    store_id,
    landing_url,
    objective,
    bidding_strategy,
    target_cpa_halalas: campaign.target_cpa_halalas,
    target_roas: campaign.target_roas,
    client_campaign_id: campaign.client_campaign_id,
    starts_at: campaign.starts_at_once ? null : campaign.starts_at,
    ends_at: campaign.ends_at,
    hours: campaign.hours,
    daily_budget_halalas: campaign.daily_budget_halalas,
  };
}
