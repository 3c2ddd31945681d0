import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { RefundBody } from "./bodies.ts";
import { type ChargeService, findRepeated } from "./charge-service.ts";
import { refused, TapError } from "./errors.ts";
import type { Refund, RefundStatus } from "./model.ts";
import { presentRefund } from "./present.ts";
import { post } from "./webhooks.ts";

/** Tap docs, Refunds Response Codes. */
const results: Record<string, { status: RefundStatus; message: string }> = {
  "000": { status: "REFUNDED", message: "Refunded" },
  "100": { status: "PENDING", message: "Pending" },
  "401": { status: "FAILED", message: "Failed" },
  "501": { status: "DECLINED", message: "Declined" },
  "502": { status: "DECLINED", message: "Declined, Insufficient Balance" },
  "601": { status: "RESTRICTED", message: "Restricted" },
};

export interface RefundService {
  refunds: Table<Refund>;
  create(body: RefundBody): Refund;
  find(id: string): Refund;
  /** The result of the next refunds, by its code: `100` keeps them pending until they are finished. */
  setNext(code: string): void;
  finish(refund: Refund, code: string): Refund;
}

export const isRefundCode = (code: unknown): code is string =>
  typeof code === "string" && Object.hasOwn(results, code);

export function makeRefundService(world: World, { find }: ChargeService): RefundService {
  const refunds = world.table<Refund>("tap.refunds");
  const state = world.state<{ refunds: number; next: string }>("tap.refund-state", () => ({
    refunds: 0,
    next: "000",
  }));

  const finish = (refund: Refund, code: string): Refund => {
    const { status = "FAILED", message = "Failed" } = results[code] ?? {};
    const finished = refunds.put({ ...refund, code, status, message });
    if (status !== "PENDING") post(world, finished.postUrl, presentRefund(finished));
    return finished;
  };

  return {
    refunds,
    finish,
    setNext(code) {
      state.next = code;
    },
    create(body) {
      const repeated = findRepeated(refunds.values(), body.reference.idempotent);
      if (repeated) return repeated;
      const charge = find(body.charge_id);
      if (charge.status !== "CAPTURED") throw refused("1143", "Charge id is invalid");
      if (charge.currency !== body.currency) throw refused("1118", "Currency code is invalid");
      if (body.amount > charge.amount - computeTaken(refunds.values(), charge.id))
        throw refused("1117", "Amount is invalid");
      state.refunds += 1;
      const refund = refunds.put({
        id: `re_${world.ids.token("tap/refund", 24)}`,
        sequence: state.refunds,
        chargeId: charge.id,
        status: "PENDING",
        code: "100",
        message: "Pending",
        amount: body.amount,
        currency: body.currency,
        reason: body.reason,
        reference: body.reference,
        metadata: body.metadata,
        postUrl: body.post?.url ?? null,
        createdAt: Date.now(),
      });
      return state.next === "100" ? refund : finish(refund, state.next);
    },
    find(id) {
      const refund = refunds.get(id);
      if (!refund) throw new TapError(404, "1150", "Refund id not found");
      return refund;
    },
  };
}

/** What refunds took of a charge, or hold of it while they are pending. */
function computeTaken(refunds: Iterable<Refund>, chargeId: string): number {
  return [...refunds]
    .filter((refund) => refund.chargeId === chargeId && ["PENDING", "REFUNDED"].includes(refund.status))
    .reduce((sum, { amount }) => sum + amount, 0);
}
