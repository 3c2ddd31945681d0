import { PasswordInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode } from "./fields.tsx";

type Props = {
  label: string;
  name: string;
  /** Whether password managers fill in a saved password, or offer a new one. */
  kind: "current-password" | "new-password";
  description?: string;
  value: string;
  error?: string | undefined;
  onChange: (typed: string) => void;
};

/** A password field with a button that shows the password. */
export function PasswordField({ kind, description, error, onChange, ...rest }: Props) {
  const { t } = useTranslation("base");
  return (
    <PasswordInput
      {...rest}
      {...(description ? { description } : {})}
      size="lg"
      autoComplete={kind}
      maxLength={200}
      visibilityToggleButtonProps={{ "aria-label": t("show_password") }}
      error={errorNode(error)}
      aria-invalid={error ? true : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
