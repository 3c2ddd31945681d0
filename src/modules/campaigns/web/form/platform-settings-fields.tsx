import { Select } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { setOwn } from "../../domain/edit-draft.ts";
import type { PlatformSettings } from "../../domain/plan-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import { useAdAccountChoices } from "../use-choices.ts";
import { ownField } from "./fields-by-step.ts";
import classes from "./form.module.css";
import { PlacementsField } from "./placements-field.tsx";
import type { CampaignFormState, UpdateDraft } from "./use-campaign-form.ts";

type Props = { form: CampaignFormState; platform: Platform };

/** A chosen platform's ad account, the profile its ads appear under, and where on it they appear. */
export function PlatformSettingsFields({ form, platform }: Props) {
  const errorFor = (name: string) => form.errors.errorFor(ownField(platform, name));
  return (
    <Settings
      platform={platform}
      own={getPart(form.draft, platform).own}
      accountError={errorFor("ad_account_id")}
      placementsError={errorFor("placements")}
      update={form.update}
    />
  );
}

type SettingsProps = {
  platform: Platform;
  own: PlatformSettings;
  accountError: string | undefined;
  placementsError: string | undefined;
  update: UpdateDraft;
};

/** Drawn again only when this platform's own settings change: five of them stand above the field one types in. */
const Settings = memo(function Settings({
  platform,
  own,
  accountError,
  placementsError,
  update,
}: SettingsProps) {
  const change = (patch: Partial<PlatformSettings>) =>
    update(
      (before) => setOwn(before, platform, patch),
      Object.keys(patch).map((name) => ownField(platform, name)),
    );
  return (
    <div className={classes.stack}>
      <AccountField
        platform={platform}
        value={own.ad_account_id}
        error={accountError}
        onChange={(ad_account_id) => change({ ad_account_id })}
      />
      <PlacementsField
        platform={platform}
        value={own.placements}
        error={placementsError}
        onChange={(placements) => change({ placements })}
      />
    </div>
  );
});

type AccountProps = {
  platform: Platform;
  value: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (adAccountId: string) => void;
};

/** The platform's linked ad accounts; without any, the way to link one. */
export function AccountField({ platform, value, error, disabled = false, onChange }: AccountProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const accounts = useAdAccountChoices();
  const own = accounts.data?.filter((account) => account.platform === platform) ?? [];
  const profile = own.find(({ id }) => id === value)?.profile_name;
  const platformName = t(`campaigns:platform_names.${platform}`);
  if (accounts.data && own.length === 0)
    return (
      <Banner
        tone="waiting"
        title={t("no_account", { platform: platformName })}
        action={
          <LinkButton to="/link-ad-accounts/connect-platform" variant="default">
            {t("link_account")}
          </LinkButton>
        }
      >
        {t("no_account_words")}
      </Banner>
    );
  return (
    <Select
      label={t("ad_account_in", { platform: platformName })}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={profile && getCapabilities(platform)?.needsProfile ? t("profile", { profile }) : undefined}
      data={own.map((account) => ({ value: account.id, label: toLabel(account) }))}
      value={value || null}
      disabled={disabled}
      allowDeselect={false}
      placeholder={t("choose")}
      error={errorNode(error)}
      onChange={(id) => onChange(id ?? "")}
    />
  );
}

type Account = NonNullable<ReturnType<typeof useAdAccountChoices>["data"]>[number];

/** The account's name, its organization where that differs, and a currency other than the riyal. */
function toLabel({ name, organization_name, currency }: Account): string {
  const parts = [
    name,
    organization_name === name ? null : organization_name,
    currency === "SAR" ? null : currency,
  ];
  return parts.filter((part) => part).join(" · ");
}
