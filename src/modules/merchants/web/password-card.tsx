import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { Card } from "#base/web/kit/page.tsx";
import { openSession } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { User } from "../contract/merchants.calls.ts";
import classes from "./account.module.css";
import { useAuthDraft } from "./auth-draft.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { ResendCode } from "./resend-code.tsx";
import { SentTo } from "./sent-to.tsx";
import { useRequestCode } from "./use-request-code.ts";

/** Setting or changing the password, confirmed by a code to the merchant's own number. */
export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation("merchants");
  const state = useAuthDraft();
  const [isOpen, setOpen] = useState(false);
  const submission = useSubmission(["mobile_number"]);
  const requestCode = useRequestCode(state, submission, () => setOpen(true));
  const draft = { ...state.draft, purpose: "password" as const, mobileNumber: user.mobile_number };

  return (
    <Card title={t("auth.password")}>
      {isOpen ? (
        <div className={classes.form}>
          <p className={classes.soft}>
            <SentTo mobile={user.mobile_number} /> · {t("account.password_ends_sessions")}
          </p>
          <NewPasswordForm
            mobileNumber={user.mobile_number}
            onDone={({ token, user: saved }) => {
              state.clearDraft();
              setOpen(false);
              openSession(token, saved);
              notify(t("account.password_saved"), "success");
            }}
          >
            <ResendCode state={state} />
          </NewPasswordForm>
        </div>
      ) : (
        <div className={classes.row}>
          <p className={classes.grow}>
            {t(user.has_password ? "account.password_set" : "account.password_none")}
          </p>
          <Button variant="default" loading={submission.isSubmitting} onClick={() => void requestCode(draft)}>
            {t(user.has_password ? "account.password_change" : "account.password_make")}
          </Button>
          {submission.errors.mobile_number ? (
            <p role="alert" className={classes.bad}>
              {submission.errors.mobile_number}
            </p>
          ) : null}
        </div>
      )}
    </Card>
  );
}
