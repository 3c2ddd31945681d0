import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type MemberRole, memberRoles } from "../../contract/roles.ts";

/** A member's role, with what it opens under the field. */
export function RoleField({
  label,
  value,
  disabled = false,
  hasWords = true,
  onChange,
}: {
  label: string;
  value: MemberRole;
  disabled?: boolean;
  hasWords?: boolean;
  onChange: (role: MemberRole) => void;
}) {
  const { t } = useTranslation("merchants_members");
  return (
    <Select
      label={hasWords ? label : undefined}
      aria-label={label}
      {...(hasWords ? { description: t(`role_words.${value}`) } : {})}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={memberRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      value={value}
      disabled={disabled}
      allowDeselect={false}
      onChange={(role) => role && onChange(role as MemberRole)}
    />
  );
}
