import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { PaymentsCalls } from "../contract/payments.calls.ts";

/** The payments' calls, typed by their contract alone. */
export const call = makeCaller<PaymentsCalls>();

export type SavedCard = Answer<PaymentsCalls["GET Clients/Wallet/cards"]>["items"][number];
