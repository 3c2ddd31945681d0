import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { findUrgentNotice } from "./find-urgent-notice.ts";
import { useSubscription } from "./subscription.queries.ts";

/** On the home page: the trial that is about to end, or the renewal that is not paid. */
export function SubscriptionHomeNotice() {
  const { t } = useTranslation("billing_subscription");
  const notice = findUrgentNotice(useSubscription().data);
  if (!notice) return null;
  const isTrial = notice.kind === "trial_ending";
  const isBad = !isTrial && notice.kind !== "payment_returned" && notice.kind !== "renewal_form_unpaid";
  return (
    <Banner
      tone={isBad ? "bad" : notice.kind === "payment_returned" ? "info" : "waiting"}
      urgent={isBad}
      action={
        <LinkButton to="/financial-transaction/active-subscribtions" variant="default">
          {t(isTrial ? "choose_plan" : "to_subscription")}
        </LinkButton>
      }
    >
      {notice.text}
    </Banner>
  );
}
