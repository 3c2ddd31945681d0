import { Button } from "@mantine/core";
import { IconLock, IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { PaymentForm as Form } from "../contract/payment-form.ts";
import { drawPaymentForm, loadPaymentScript } from "./payment-script.ts";
import classes from "./payments.module.css";

type Props = {
  form: Form;
  /** Called with the payment's id before the bank's page opens, which waits for it. */
  onStarted: (paymentId: string) => Promise<void>;
  /** Our text for why the gateway refused; null when we know no more than its own form shows. */
  loadFailureText: () => Promise<string | null>;
};

/** The gateway's own card form: loading, ready, blocked, or ready again after a declined card. */
export function PaymentForm({ form, onStarted, loadFailureText }: Props) {
  const { t } = useTranslation("payments");
  const container = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onStarted, loadFailureText });
  callbacks.current = { onStarted, loadFailureText };
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"loading" | "ready" | "blocked" | "leaving">("loading");
  const [refused, setRefused] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` loads the form again
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isUnmounted = false;
    setState("loading");
    loadPaymentScript(form).then(
      (gateway) => {
        if (isUnmounted) return;
        element.replaceChildren();
        drawPaymentForm(gateway, form, element, {
          on_completed: async (payment) => {
            setRefused(null);
            await callbacks.current.onStarted(payment.id);
            setState("leaving");
          },
          on_failed: () => void callbacks.current.loadFailureText().then(setRefused),
        });
        setState("ready");
      },
      (cause: unknown) => {
        logProblem("the payment form did not load", cause);
        if (!isUnmounted) setState("blocked");
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [form, attempt]);

  return (
    <div className={classes.stack}>
      <p className={classes.safe}>
        <IconLock size={18} aria-hidden />
        <span>{t("form_words")}</span>
      </p>
      {refused ? (
        <Banner tone="bad" title={t("declined_title")} urgent>
          {refused}
        </Banner>
      ) : null}
      {state === "loading" ? <FormSkeleton label={t("form_loading")} /> : null}
      {state === "blocked" ? (
        <Banner
          tone="bad"
          urgent
          title={t("form_blocked")}
          action={
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={() => setAttempt(attempt + 1)}
            >
              {t("base:try_again")}
            </Button>
          }
        >
          {t("form_blocked_words")}
        </Banner>
      ) : null}
      <p role="status" className={state === "leaving" ? classes.leaving : "visually-hidden"}>
        {state === "leaving" ? t("going_to_bank") : ""}
      </p>
      <div
        ref={container}
        className={classes.gatewayForm}
        hidden={state === "loading" || state === "blocked"}
      />
    </div>
  );
}

function FormSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" className={classes.stack}>
      <span className="visually-hidden">{label}</span>
      {[1, 2, 3].map((row) => (
        <SkeletonLine key={row} height="3rem" />
      ))}
    </div>
  );
}
