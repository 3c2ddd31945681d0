import { z } from "zod";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { halalas, zeroHalalas } from "#base/shared/money.ts";
import type { GatewayPage, GatewayReturn, Refund } from "#modules/payments/server/payment-gateway.port.ts";
import { toHalalas, toRiyals } from "./amounts.ts";
import type { TapCalls } from "./calls.ts";
import type { ChargeRefunds } from "./parse-charge.ts";

/** The fields that are read of a refund (Tap docs, Refunds). */
const refundSchema = z.object({
  id: z.string(),
  charge_id: z.string(),
  status: z.string(),
  amount: z.number(),
  /** Milliseconds, as text. */
  created: z.coerce.number(),
  reference: z.object({ merchant: z.string().nullish() }).nullish(),
  response: z.object({ code: z.string().nullish() }).nullish(),
});
type TapRefund = z.output<typeof refundSchema>;

const isOver = (status: string) =>
  ["DECLINED", "FAILED", "RESTRICTED", "CANCELLED", "TIMEDOUT"].includes(status);

function parseRefund(answer: unknown): TapRefund {
  const parsed = refundSchema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AdapterFault("outcome_unknown", { reason: "Tap answered a refund we cannot read" });
}

async function listRefunds({ list }: TapCalls, chargeIds: readonly string[]): Promise<TapRefund[]> {
  if (chargeIds.length === 0) return [];
  const found: TapRefund[] = [];
  for await (const each of list("refunds", { charges: chargeIds })) {
    const refund = parseRefund(each);
    if (chargeIds.includes(refund.charge_id)) found.push(refund);
  }
  return found;
}

const isDone = ({ status }: TapRefund) => status === "REFUNDED";

/** What has gone back of these charges: only refunds that Tap has carried out count. */
export async function loadRefunded(
  calls: TapCalls,
  chargeIds: readonly string[],
): Promise<Map<string, ChargeRefunds>> {
  const refunded = new Map<string, ChargeRefunds>();
  for (const { charge_id, amount, created } of (await listRefunds(calls, chargeIds)).filter(isDone)) {
    const before = refunded.get(charge_id) ?? { amount: zeroHalalas, lastAt: new Date(0) };
    refunded.set(charge_id, {
      amount: halalas(before.amount + toHalalas(amount)),
      lastAt: new Date(Math.max(before.lastAt.getTime(), created)),
    });
  }
  return refunded;
}

/** The filter of what was made in [from, to), whose ends Tap both includes. */
export const toPeriod = ({ from, to }: Pick<GatewayPage, "from" | "to">) => ({
  period: { date: { from: String(from.getTime()), to: String(to.getTime() - 1) }, type: "1" },
});

/** A page of the refunds that Tap carried out, by the time they were requested. Disputes are in none of its lists. */
export async function listReturns(
  calls: TapCalls,
  { cursor, ...period }: GatewayPage,
): Promise<{ returns: GatewayReturn[]; next: string | null }> {
  const { items, next } = await calls.readPage("refunds", toPeriod(period), cursor);
  const returns = items
    .map(parseRefund)
    .filter(isDone)
    .map(({ id, charge_id, amount, created }) => ({
      kind: "refund" as const,
      id,
      paymentId: charge_id,
      amount: toHalalas(amount),
      at: new Date(created),
    }));
  return { returns, next };
}

/**
 * Requests a refund once, found again by our id at any time, and returns when it is carried out. Throws `later` while Tap
 * processes it (up to a day), and `rejected` when Tap or the bank refused it.
 */
export async function sendRefund(
  calls: TapCalls,
  { refundId, paymentId, amount, reason }: Refund,
  postUrl: string,
): Promise<void> {
  const known = (await listRefunds(calls, [paymentId])).find((each) => each.reference?.merchant === refundId);
  const refund = known ?? (await requestRefund());
  if (refund.status === "REFUNDED") return;
  const code = refund.response?.code ?? "";
  const text = `Tap's refund ${refund.id} is ${refund.status} ${code}`;
  if (!isOver(refund.status)) throw new AdapterFault("later", { reason: text, retryAfterSeconds: 900 });
  throw new AdapterFault("rejected", { reason: text, messageKey: "payments:refund_failed_refused" });

  async function requestRefund(): Promise<TapRefund> {
    const body = {
      charge_id: paymentId,
      amount: toRiyals(amount),
      currency: "SAR",
      reason: "requested_by_customer",
      description: reason,
      reference: { merchant: refundId, idempotent: refundId },
      post: { url: postUrl },
    };
    try {
      return parseRefund(await calls.send("POST", "/v2/refunds", body));
    } catch (error) {
      throw isFault(error, "rejected") ? toRefusal(error) : error;
    }
  }
}

/** 1117: the amount is not valid, which of a positive one means that less is left. */
function toRefusal(fault: AdapterFault): AdapterFault {
  const failure = /\b1117\b/.test(fault.reason) ? "more_than_left" : "refused";
  const messageKey = `payments:refund_failed_${failure}`;
  return new AdapterFault("rejected", { reason: fault.reason, messageKey, cause: fault });
}
