import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/fields.tsx";
import type { AuthDraftState } from "./auth-draft.ts";
import { MobileField } from "./mobile-field.tsx";
import type { Sending } from "./use-sending.ts";

/*
 * Fields of the draft that several steps ask for: typing changes the draft and takes away what the server found.
 */

type Props<Field extends string> = {
  state: AuthDraftState;
  sending: Pick<Sending<Field>, "mend"> & { errors: { readonly [field in Field]?: string | undefined } };
};

/** The number one signs in with. */
export function DraftMobile({ state: { draft, change }, sending }: Props<"mobile_number">) {
  return (
    <MobileField
      value={draft.mobileNumber}
      error={sending.errors.mobile_number}
      onChange={(mobileNumber) => {
        sending.mend("mobile_number");
        change({ mobileNumber });
      }}
    />
  );
}

/** A new merchant's name. */
export function DraftName({ state: { draft, change }, sending }: Props<"name">) {
  const { t } = useTranslation("merchants");
  return (
    <TextField
      label={t("auth.name")}
      name="name"
      size="lg"
      autoComplete="name"
      maxLength={80}
      value={draft.name}
      error={sending.errors.name}
      onChange={(name) => {
        sending.mend("name");
        change({ name });
      }}
    />
  );
}
