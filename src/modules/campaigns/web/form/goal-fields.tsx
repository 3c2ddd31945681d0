import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
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

/** First step: the platforms with their accounts and placements, the store, the name, and the objective. */
export function GoalFields({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { draft, chosen, update } = form;
  const { errorFor } = form.errors;
  const { campaign } = draft;
  useFirstChoices(form);
  const change = (patch: Partial<PlanDraft["campaign"]>) =>
    update((before) => setCampaign(before, null, patch), Object.keys(patch));
  return (
    <div className={classes.stack}>
      <ChipsField
        legend={t("platforms")}
        appearance="cards"
        value={chosen}
        error={errorFor("platforms") ?? errorFor("platform")}
        onChange={(picked) => update((before) => choosePlatforms(before, picked), ["platforms", "platform"])}
        options={platforms.map((platform) => ({
          value: platform,
          disabled: getCapabilities(platform) === null,
          label: (
            <>
              <PlatformIcon platform={platform} />
              <span>
                {t(`campaigns:platform_names.${platform}`)}
                {getCapabilities(platform) ? null : <span className={classes.soft}> · {t("later")}</span>}
              </span>
            </>
          ),
        }))}
      />
      {chosen.map((platform) => (
        <PlatformSettingsFields key={platform} form={form} platform={platform} />
      ))}
      <div>
        <ProductPicker form={form} />
      </div>
      <div className={classes.grid}>
        <StoreField
          value={campaign.store_id}
          landingUrl={campaign.landing_url}
          error={errorFor("store_id")}
          onChange={change}
        />
        <div>
          <Counted
            label={t("name")}
            value={campaign.name}
            max={nameMax}
            error={errorFor("name")}
            placeholder={t("name_example")}
            isDeferred
            onChange={(name) => change({ name })}
          />
        </div>
        <LtrField
          label={t("landing_url")}
          value={campaign.landing_url}
          error={errorFor("landing_url")}
          placeholder="https://"
          onChange={(landing_url) => change({ landing_url })}
        />
      </div>
      <div>
        <OneOfField
          legend={t("objective")}
          value={campaign.objective}
          error={errorFor("objective")}
          onChange={(objective) => change({ objective })}
          options={objectives.map((one) => ({ value: one, label: t(`campaigns:objectives.${one}`) }))}
        />
        <Fixes form={form} field="objective" />
      </div>
    </div>
  );
}
