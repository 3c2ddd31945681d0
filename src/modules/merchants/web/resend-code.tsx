import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { TimeLeft } from "#base/web/kit/text.tsx";
import { useCountdown } from "#base/web/runtime/use-countdown.ts";
import type { AuthDraftState } from "./auth-draft.ts";
import classes from "./auth-form.module.css";
import { useRequestCode } from "./use-request-code.ts";

/** Requests another code after the countdown, which is shown in minutes and seconds down to 0. */
export function ResendCode({ state }: { state: AuthDraftState }) {
  const { t } = useTranslation("merchants");
  const left = useCountdown(state.draft.countDownEnds);
  const submission = useSubmission<"mobile_number" | "name" | "email">(["mobile_number", "name", "email"]);
  const [refused] = Object.values(submission.errors);
  const requestCode = useRequestCode(state, submission, () => {});
  if (left > 0)
    return (
      <p className={classes.waiting} role="timer" aria-live="off">
        <span>{t("auth.resend_in")}</span>
        <TimeLeft seconds={left} />
      </p>
    );
  return (
    <>
      <button
        type="button"
        className={classes.link}
        disabled={submission.isSubmitting}
        onClick={() => void requestCode(state.draft)}
      >
        {t(submission.isSubmitting ? "auth.sending" : "auth.resend")}
      </button>
      {refused ? <ErrorLine>{refused}</ErrorLine> : null}
    </>
  );
}
