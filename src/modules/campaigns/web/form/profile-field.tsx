import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { useAdAccount } from "../use-choices.ts";

type Props = {
  adAccountId: string | null;
  /** Named where several platforms are shown, each with profiles of its own. */
  platform?: Platform;
  /** Null: the account's own. */
  value: string | null;
  error: string | undefined;
  onChange: (profileId: string | null) => void;
};

/** The public profile an ad appears under: only where its account has several, or offers the chosen one no more. */
export function ProfileField({ adAccountId, platform, value, error, onChange }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const account = useAdAccount(adAccountId);
  if (!account) return null;
  const isOffered = value === null || account.profiles.some(({ id }) => id === value);
  const hasProblem = !isOffered || (account.profiles.length === 0 && error !== undefined);
  if (account.profiles.length < 2 && !hasProblem) return null;
  return (
    <Select
      label={
        platform
          ? t("profile_on", { platform: t(`campaigns:platform_names.${platform}`) })
          : t("profile_name")
      }
      data={account.profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={isOffered ? (value ?? account.profile_id) : null}
      allowDeselect={false}
      error={errorNode(hasProblem ? error : undefined)}
      onChange={(chosen) => onChange(chosen === account.profile_id ? null : chosen)}
    />
  );
}
