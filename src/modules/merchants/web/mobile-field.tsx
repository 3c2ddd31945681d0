import { useTranslation } from "react-i18next";
import { PhoneField } from "#base/web/forms/fields.tsx";
import { formatWhileTyping } from "../contract/mobile-number.ts";

/** A Saudi mobile number in any form; once complete it is shown in groups: 050 123 4567. */
export function MobileField({
  value,
  onChange,
  error,
  disabled,
}: {
  value: string;
  onChange: (typed: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}) {
  const { t } = useTranslation("merchants");
  return (
    <PhoneField
      label={t("auth.mobile")}
      name="mobile_number"
      size="lg"
      placeholder="05X XXX XXXX"
      required
      withAsterisk={false}
      value={value}
      error={error}
      disabled={disabled ?? false}
      onChange={(typed) => onChange(formatWhileTyping(typed))}
    />
  );
}
