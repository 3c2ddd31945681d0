import { useTranslation } from "react-i18next";
import { DeferredLtrField } from "#base/web/forms/deferred-fields.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { nameMax, objectives } from "../../contract/enums.ts";
import { choosePlatforms, setCampaign } from "../../domain/edit-draft.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { ChipsField, OneOfField } from "./choices.tsx";
import { Counted } from "./counted.tsx";
import { Fixes } from "./fixes.tsx";
import classes from "./form.module.css";
import { PlatformSettingsFields } from "./platform-settings-fields.tsx";
import { ProductPicker } from "./product-picker.tsx";
import { StoreField } from "./store-field.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { useFirstChoices } from "./use-first-choices.ts";

type Props = { form: CampaignFormState };

/** First step: the platforms with their accounts and placements, the store, the name, and the objective. */
export function GoalFields({ form }: Props) {
  useFirstChoices(form);
  return (
    <div className={classes.stack}>
      <PlatformsField form={form} />
      {form.chosen.map((platform) => (
        <PlatformSettingsFields key={platform} form={form} platform={platform} />
      ))}
      <div>
        <ProductPicker form={form} />
      </div>
      <StoreAndName form={form} />
      <ObjectiveField form={form} />
    </div>
  );
}

function PlatformsField({ form: { chosen, errors, update } }: Props) {
  const { t } = useTranslation("campaigns_form");
  return (
    <ChipsField
      legend={t("platforms")}
      appearance="cards"
      value={chosen}
      error={errors.errorFor("platforms") ?? errors.errorFor("platform")}
      onChange={(picked) => update((before) => choosePlatforms(before, picked), ["platforms", "platform"])}
      options={platforms.map((platform) => ({
        value: platform,
        disabled: getCapabilities(platform) === null,
        label: <PlatformLabel platform={platform} />,
      }))}
    />
  );
}

/** A platform's mark and name; one that cannot be linked yet is said to come later. */
function PlatformLabel({ platform }: { platform: Platform }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <>
      <PlatformIcon platform={platform} />
      <span>
        {t(`campaigns:platform_names.${platform}`)}
        {getCapabilities(platform) ? null : <span className={classes.soft}> · {t("later")}</span>}
      </span>
    </>
  );
}

/** Changes fields that all platforms share. */
const changeCampaign = ({ update }: CampaignFormState, patch: Partial<PlanDraft["campaign"]>) =>
  update((before) => setCampaign(before, null, patch), Object.keys(patch));

/** The store, the campaign's name, and the page of the store that it leads to. */
function StoreAndName({ form }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { store_id, name, landing_url } = form.draft.campaign;
  const { errorFor } = form.errors;
  return (
    <div className={classes.grid}>
      <StoreField
        value={store_id}
        landingUrl={landing_url}
        error={errorFor("store_id")}
        onChange={(patch) => changeCampaign(form, patch)}
      />
      <div>
        <Counted
          label={t("name")}
          value={name}
          max={nameMax}
          error={errorFor("name")}
          placeholder={t("name_example")}
          isDeferred
          onChange={(typed) => changeCampaign(form, { name: typed })}
        />
      </div>
      <DeferredLtrField
        label={t("landing_url")}
        value={landing_url}
        error={errorFor("landing_url")}
        placeholder="https://"
        onChange={(typed) => changeCampaign(form, { landing_url: typed })}
      />
    </div>
  );
}

function ObjectiveField({ form }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <div>
      <OneOfField
        legend={t("objective")}
        value={form.draft.campaign.objective}
        error={form.errors.errorFor("objective")}
        onChange={(objective) => changeCampaign(form, { objective })}
        options={objectives.map((one) => ({ value: one, label: t(`campaigns:objectives.${one}`) }))}
      />
      <Fixes form={form} field="objective" />
    </div>
  );
}
