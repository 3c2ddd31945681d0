import type { NoticeKind } from "../../contract/enums.ts";
import type { SubscriptionView } from "../billing-calls.ts";

/** What the merchant has to act on in days; the rest is said on the subscription's own page. */
const urgentKinds: readonly NoticeKind[] = [
  "trial_ending",
  "payment_retried",
  "payment_failed",
  "card_missing",
  "renewal_form_unpaid",
  "payment_returned",
];

export const findUrgentNotice = (view: SubscriptionView | null | undefined) =>
  view?.notices.find(({ kind }) => urgentKinds.includes(kind));
