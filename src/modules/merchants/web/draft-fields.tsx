import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import type { Submission } from "#base/web/forms/use-submission.ts";
import type { AuthDraftState } from "./auth-draft.ts";
import { MobileField } from "./mobile-field.tsx";

/* Fields of the draft that several steps share: typing changes the draft and clears the server's error. */

type Props<Field extends string> = {
  state: AuthDraftState;
  submission: Pick<Submission<Field>, "clearError"> & {
    errors: { readonly [field in Field]?: string | undefined };
  };
};

/** The number to sign in with. */
export function DraftMobile({ state: { draft, change }, submission }: Props<"mobile_number">) {
  return (
    <MobileField
      value={draft.mobileNumber}
      error={submission.errors.mobile_number}
      onChange={(mobileNumber) => {
        submission.clearError("mobile_number");
        change({ mobileNumber });
      }}
    />
  );
}

/** A new merchant's name. */
export function DraftName({ state: { draft, change }, submission }: Props<"name">) {
  const { t } = useTranslation("merchants");
  return (
    <TextField
      label={t("auth.name")}
      name="name"
      size="lg"
      autoComplete="name"
      maxLength={80}
      value={draft.name}
      error={submission.errors.name}
      onChange={(name) => {
        submission.clearError("name");
        change({ name });
      }}
    />
  );
}
