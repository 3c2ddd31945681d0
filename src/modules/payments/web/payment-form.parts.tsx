import { Button } from "@mantine/core";
import { IconLock, IconRefresh } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { EmbeddedForm, PaymentForm as Form } from "../contract/payment-form.ts";
import { PaymentPage } from "./payment-page.parts.tsx";
import { drawPaymentForm, loadPaymentScript, type MadePayment } from "./payment-script.ts";
import classes from "./payments.module.css";

type Props = {
  form: Form;
  /** Focuses the form's first field once it is there: for a form that opens at a tap, to be filled next. */
  isFocused?: boolean;
  /** Called before the browser leaves for the gateway's own page, where the gateway has one. */
  onLeaving?: () => void;
  /** Called with the payment's id before the bank's page opens, which waits for it. */
  onStarted: (paymentId: string) => Promise<void>;
  /** Our text for why the gateway refused; null when we know no more than its own form shows. */
  loadFailureText: () => Promise<string | null>;
};

/** What follows once the gateway has the payment: the bank's page, a code for STC Pay, or nothing more to do. */
type Onward = "leaving" | "code" | "confirming";
const onwardText = {
  leaving: "going_to_bank",
  code: "stc_pay_code",
  confirming: "confirming_payment",
} as const satisfies Record<Onward, string>;
const isOnward = (state: string): state is Onward => state in onwardText;

function findOnward({ status, source }: MadePayment): Onward {
  if (source?.type === "stcpay") return "code";
  return status === "initiated" ? "leaving" : "confirming";
}

/** The gateway's own form in our page, or the way to its page. */
export function PaymentForm({ form, onLeaving, ...callbacks }: Props) {
  if (form.kind === "redirect") return <PaymentPage form={form} onLeaving={onLeaving} />;
  return <EmbeddedPaymentForm form={form} {...callbacks} />;
}

type EmbeddedProps = Omit<Props, "form" | "onLeaving"> & { form: EmbeddedForm };

/** The ways to pay are chosen, not typed. */
const typedField = 'input:not([type="radio"], [type="checkbox"], [type="hidden"])';

/** The gateway's own payment form: loading, ready, blocked, or ready again after a declined card. */
function EmbeddedPaymentForm({ form, isFocused = false, onStarted, loadFailureText }: EmbeddedProps) {
  const { t } = useTranslation("payments");
  const container = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onStarted, loadFailureText });
  callbacks.current = { onStarted, loadFailureText };
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"loading" | "ready" | "blocked" | Onward>("loading");
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
            setState(findOnward(payment));
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

  // In the commit that shows the form: a hidden field takes no focus.
  useLayoutEffect(() => {
    if (isFocused && state === "ready") container.current?.querySelector<HTMLElement>(typedField)?.focus();
  }, [isFocused, state]);

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
      <p role="status" className={isOnward(state) ? classes.leaving : "visually-hidden"}>
        {isOnward(state) ? t(onwardText[state]) : ""}
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
