import { useTranslation } from "react-i18next";
import { type Capabilities, capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Channel, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { ChipsField, OneOfField } from "./choices.tsx";

type Props = {
  platform: Platform;
  value: readonly Channel[];
  onChange: (value: Channel[]) => void;
  error: string | undefined;
};

/** Where on its platform a campaign appears: one place, or some; nothing where there is but one. */
export function ChannelsField({ platform, value, onChange, error }: Props) {
  const { t } = useTranslation("campaigns");
  const offered: Capabilities["channels"] = capabilitiesOf(platform)?.channels ?? null;
  if (!offered) return null;
  const legend = t("form.channels");
  const options = offered.options.map((one) => ({ value: one, label: t(`channels.${one}`) }));
  return offered.pick === "one" ? (
    <OneOfField
      legend={legend}
      options={options}
      value={value[0] ?? null}
      error={error}
      onChange={(one) => onChange([one])}
    />
  ) : (
    <ChipsField legend={legend} options={options} value={value} error={error} onChange={onChange} />
  );
}
