import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/page.tsx";
import { openSession } from "#base/web/session.ts";
import { notify } from "#base/web/snackbar-state.ts";
import type { User } from "../contract/merchants.calls.ts";
import classes from "./account.module.css";
import { useAuthDraft } from "./auth-draft.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { ResendCode } from "./resend-code.tsx";
import { SentTo } from "./sent-to.tsx";
import { useAskForCode } from "./use-ask-for-code.ts";
import { useSending } from "./use-sending.ts";

/** Setting or changing the password, confirmed by a code to the merchant's own number. */
export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation("merchants");
  const state = useAuthDraft();
  const [isOpen, setOpen] = useState(false);
  const sending = useSending(["mobile_number"]);
  const ask = useAskForCode(state, sending, () => setOpen(true));
  const asked = { ...state.draft, purpose: "password" as const, mobileNumber: user.mobile_number };

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
              state.forget();
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
          <Button variant="default" loading={sending.isSending} onClick={() => void ask(asked)}>
            {t(user.has_password ? "account.password_change" : "account.password_make")}
          </Button>
          {sending.errors.mobile_number ? (
            <p role="alert" className={classes.bad}>
              {sending.errors.mobile_number}
            </p>
          ) : null}
        </div>
      )}
    </Card>
  );
}
