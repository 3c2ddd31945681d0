import type { Db } from "#base/server/db/db.ts";
import type { ReviewPage } from "#base/server/review-changes.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import type { PaymentsFacade } from "./payments.facade.ts";

type Lists = Pick<PaymentsFacade, "listPaidPayments" | "listFinishedRefunds" | "listChargebacks">;
type Item<List extends keyof Lists> = Awaited<ReturnType<Lists[List]>>[number];

/** What the payments report for these purposes, as their owner's reviews read it. */
export const reviewable = (payments: Lists, purposes: readonly IntentPurpose[]) => ({
  payments: {
    list: (db: Db, page: ReviewPage) => payments.listPaidPayments(db, { purposes, ...page }),
    getId: ({ payment_id }: Item<"listPaidPayments">) => payment_id,
  },
  refunds: {
    list: (db: Db, page: ReviewPage) => payments.listFinishedRefunds(db, { purposes, ...page }),
    getId: ({ refund_id }: Item<"listFinishedRefunds">) => refund_id,
  },
  chargebacks: {
    list: (db: Db, page: ReviewPage) => payments.listChargebacks(db, { purposes, ...page }),
    getId: ({ chargeback_id }: Item<"listChargebacks">) => chargeback_id,
  },
});
