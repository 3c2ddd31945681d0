import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { openSession } from "#base/web/runtime/session.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { useSessionEnd } from "./session-end.ts";
import classes from "./sign-in-page.module.css";
import { StaffFrame } from "./staff-frame.tsx";

/** Signing in: e-mail and password, then the second factor. Says why an earlier session ended. */
export function SignInPage() {
  const { t } = useTranslation("staff");
  const [email, setEmail] = useState("");
  const [challenge, setChallenge] = useState<string | null>(null);
  const end = useSessionEnd();
  return (
    <StaffFrame>
      {end && challenge === null ? (
        <div className={classes.notice} role="status">
          {end === "ended" ? (
            <Banner tone="waiting" title={t("sign_in.ended")}>
              {t("sign_in.ended_words")}
            </Banner>
          ) : (
            <Banner tone="good">{t("sign_in.signed_out")}</Banner>
          )}
        </div>
      ) : null}
      {challenge === null ? (
        <PasswordStep email={email} onEmail={setEmail} onChallenge={setChallenge} />
      ) : (
        <SecondFactorStep
          challenge={challenge}
          onExpired={() => setChallenge(null)}
          onSignedIn={({ token, member }) => openSession(token, member)}
        />
      )}
    </StaffFrame>
  );
}
