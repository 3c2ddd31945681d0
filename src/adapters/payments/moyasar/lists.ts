import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type {
  GatewayChargeback,
  GatewayPage,
  GatewayPayment,
  GatewayReturn,
} from "#modules/payments/server/payment-gateway.port.ts";
import type { MoyasarCalls } from "./calls.ts";
import { parsePayment } from "./parse-payment.ts";

const pageSchema = z.object({
  items: z.array(z.unknown()).nullish(),
  meta: z.object({ next_page: z.int().nullish() }).nullish(),
});
type Query = Record<string, string>;
type List = { path: string; list: string; query?: Query };

/** A page of a list, 40 items each (Moyasar docs, Pagination). */
async function readPage(calls: MoyasarCalls, { path, list, query = {} }: List, page: number) {
  const params = new URLSearchParams({ ...query, page: String(page) });
  const response = (await calls.get(`${path}?${params}`)) as Record<string, unknown> | null;
  const parsed = pageSchema.safeParse({ items: response?.[list], meta: response?.meta });
  if (!parsed.success)
    throw new AdapterFault("outcome_unknown", { reason: `Moyasar answered ${list} we cannot read` });
  return { items: parsed.data.items ?? [], next: parsed.data.meta?.next_page ?? null };
}

async function* listPages(calls: MoyasarCalls, list: List) {
  for (let page: number | null = 1; page !== null; ) {
    const read: Awaited<ReturnType<typeof readPage>> = await readPage(calls, list, page);
    yield* read.items;
    page = read.next;
  }
}

const isIn = (at: Date, { from, to }: GatewayPage) => at >= from && at < to;

/** A page of the payments made in that time, newest first (Moyasar docs, List Payments). */
export async function listPaymentsMade(
  calls: MoyasarCalls,
  page: GatewayPage,
): Promise<{ payments: GatewayPayment[]; next: string | null }> {
  const query = {
    "created[gt]": new Date(page.from.getTime() - 1).toISOString(),
    "created[lt]": page.to.toISOString(),
  };
  const list = { path: "/v1/payments", list: "payments", query };
  const { items, next } = await readPage(calls, list, Number(page.cursor ?? 1));
  const payments = items.map(parsePayment).filter(({ createdAt }) => isIn(createdAt, page));
  return { payments, next: next === null ? null : String(next) };
}

const settlementSchema = z.object({ id: z.string(), created_at: z.iso.datetime({ offset: true }) });
/** `amount` is the net sum settled to us, below zero for money taken; `fee` a fee that is part of it. */
const lineSchema = z.object({
  payment_id: z.string(),
  type: z.string(),
  payment_amount: z.int(),
  amount: z.int(),
  fee: z.int().nullish(),
});
type Settlement = { id: string; settledAt: Date };

const toSettlement = (item: unknown): Settlement => {
  const { id, created_at } = parseWith(settlementSchema, item);
  return { id, settledAt: new Date(created_at) };
};

/** Types of lines for money that went back; a void that was settled before takes the payment back. */
const returnKinds: Record<string, GatewayReturn["kind"]> = {
  refund: "refund",
  void: "refund",
  chargeback: "chargeback",
};

/** What went back in a settlement (Moyasar docs, List Settlement Lines). */
async function* listReturnLines(calls: MoyasarCalls, settlement: Settlement): AsyncGenerator<GatewayReturn> {
  const { id, settledAt } = settlement;
  const seen = new Map<string, number>();
  const path = `/v1/settlements/${encodeURIComponent(id)}/lines`;
  for await (const each of listPages(calls, { path, list: "lines" })) {
    const line = parseWith(lineSchema, each);
    const kind = returnKinds[line.type];
    if (!kind) continue;
    // A line has no id of its own: its settlement, its payment and its turn among that payment's lines name it.
    const named = `${kind}:${line.payment_id}`;
    const count = (seen.get(named) ?? 0) + 1;
    seen.set(named, count);
    const amount = Math.min(line.payment_amount, Math.abs(line.amount) + Math.abs(line.fee ?? 0));
    yield {
      kind,
      id: `${id}:${line.payment_id}:${count}`,
      paymentId: line.payment_id,
      amount: halalas(amount),
      at: settledAt,
    };
  }
}

const toDay = (at: Date) => at.toISOString().slice(0, 10);

/** The chargebacks of all settlements created since then (Moyasar docs, List Settlements). */
export async function listChargebacks(calls: MoyasarCalls, since: Date): Promise<GatewayChargeback[]> {
  const found: GatewayChargeback[] = [];
  const query = { "created[gt]": toDay(since) };
  for await (const item of listPages(calls, { path: "/v1/settlements", list: "settlements", query }))
    for await (const { kind, at, ...line } of listReturnLines(calls, toSettlement(item)))
      if (kind === "chargeback") found.push({ ...line, settledAt: at });
  return found;
}

/**
 * What went back in the settlements created in that time, one settlement at a time: the cursor is the page of the list
 * and the place on it.
 */
export async function listReturns(
  calls: MoyasarCalls,
  page: GatewayPage,
): Promise<{ returns: GatewayReturn[]; next: string | null }> {
  const [number = 1, first = 0] = (page.cursor ?? "1:0").split(":").map(Number);
  const query = { "created[gt]": toDay(page.from), "created[lt]": toDay(page.to) };
  const read = await readPage(calls, { path: "/v1/settlements", list: "settlements", query }, number);
  const settlements = read.items.map(toSettlement);
  const index = settlements.findIndex(({ settledAt }, place) => place >= first && isIn(settledAt, page));
  const settlement = settlements[index];
  const nextPage = read.next === null ? null : `${read.next}:0`;
  if (!settlement) return { returns: [], next: nextPage };
  const returns: GatewayReturn[] = [];
  for await (const line of listReturnLines(calls, settlement)) returns.push(line);
  return { returns, next: index + 1 < settlements.length ? `${number}:${index + 1}` : nextPage };
}

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AdapterFault("outcome_unknown", { reason: "Moyasar answered a settlement we cannot read" });
}
