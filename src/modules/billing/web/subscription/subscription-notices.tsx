import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner, type BannerTone } from "#base/web/kit/banner.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { NoticeKind } from "../../contract/enums.ts";
import type { Subscription, SubscriptionView } from "../billing-calls.ts";
import { PayRenewalButton } from "./pay-renewal-button.tsx";
import { plansId } from "./plans-section.tsx";
import { useCancelPayment, useResume } from "./use-subscription-changes.ts";

const tones: Record<NoticeKind, BannerTone> = {
  trial_ending: "waiting",
  payment_retried: "bad",
  payment_failed: "bad",
  card_missing: "bad",
  renewal_form_unpaid: "waiting",
  upgrade_form_unpaid: "waiting",
  payment_returned: "info",
  cancelled: "info",
  expired: "waiting",
  ended_by_refund: "waiting",
  ended_by_chargeback: "waiting",
  ended_by_store_trial: "waiting",
};

/** What the product has to say about the subscription, each with the one step that answers it. */
export function SubscriptionNotices({ view: { notices, subscription } }: { view: SubscriptionView }) {
  if (!subscription) return null;
  return notices.map(({ kind, text }) => (
    <Banner
      key={kind}
      tone={tones[kind]}
      urgent={tones[kind] === "bad"}
      action={
        isAllowed("billing", "manage") ? <NoticeAction kind={kind} subscription={subscription} /> : null
      }
    >
      {text}
    </Banner>
  ));
}

function NoticeAction({ kind, subscription }: { kind: NoticeKind; subscription: Subscription }) {
  const { t } = useTranslation("billing_subscription");
  if (kind === "cancelled") return <ResumeButton label={t("resume")} />;
  if (kind === "payment_returned") return null;
  if (kind === "renewal_form_unpaid" || kind === "upgrade_form_unpaid")
    return (
      <>
        <PayRenewalButton subscription={subscription} />
        <CancelPaymentButton />
      </>
    );
  if (tones[kind] === "bad") return <PayRenewalButton subscription={subscription} />;
  return (
    <Button component="a" href={`#${plansId}`} color="clay">
      {t("choose_plan")}
    </Button>
  );
}

function CancelPaymentButton() {
  const { t } = useTranslation("billing_subscription");
  const cancel = useCancelPayment();
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t("cancel_payment")}
    </Button>
  );
}

/** Takes back a cancellation or a planned change. */
export function ResumeButton({ label }: { label: string }) {
  const resume = useResume();
  return (
    <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
      {label}
    </Button>
  );
}
