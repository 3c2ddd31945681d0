import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/fields.tsx";
import { useFormat } from "#base/web/format.ts";
import { Ltr } from "#base/web/text.tsx";
import type { AuthDraftState } from "./auth-draft.ts";
import classes from "./auth-form.module.css";
import { useAskForCode } from "./use-ask-for-code.ts";
import { useCountdown } from "./use-countdown.ts";
import { useSending } from "./use-sending.ts";

/** Another code: after the countdown, which stands in minutes and seconds and ticks to 0. */
export function ResendCode({ state }: { state: AuthDraftState }) {
  const { t } = useTranslation("merchants");
  const format = useFormat();
  const left = useCountdown(state.draft.countDownEnds);
  const sending = useSending<"mobile_number" | "name" | "email">(["mobile_number", "name", "email"]);
  const [refused] = Object.values(sending.errors);
  const ask = useAskForCode(state, sending, () => {});
  if (left > 0) {
    const [minutes, seconds] = [Math.floor(left / 60), left % 60];
    return (
      <p className={classes.waiting} role="timer" aria-live="off">
        <span>{t("auth.resend_in")}</span>
        <Ltr>
          <span className="figures" data-testid="countdown">
            {`${format.number(minutes)}:${seconds < 10 ? format.number(0) : ""}${format.number(seconds)}`}
          </span>
        </Ltr>
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        className={classes.link}
        disabled={sending.isSending}
        onClick={() => void ask(state.draft)}
      >
        {t(sending.isSending ? "auth.sending" : "auth.resend")}
      </button>
      {refused ? <ErrorLine>{refused}</ErrorLine> : null}
    </>
  );
}
