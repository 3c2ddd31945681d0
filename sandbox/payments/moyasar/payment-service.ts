import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import { BANK_MESSAGES, detectCompany, findCardPlan, masked } from "./cards.ts";
import { MoyasarError, notFound, refused } from "./errors.ts";
import type { CardToken, Payment, PaymentStatus, Plan, Source } from "./model.ts";
import { computeFee, presentPayment } from "./money.ts";
import type { PaymentBody, SourceBody } from "./payment-body.ts";
import type { Hooks } from "./webhooks.ts";

/** Two hours until a paid card is cleared; fourteen days until mada lets an authorisation lapse. */
const VOID_PAID_MS = 2 * 3_600_000;
const VOID_AUTHORIZED_MS = 14 * 24 * 3_600_000;

/** Creates payments and moves them on. Money in halalas; times are system time. */
export interface PaymentService {
  payments: Table<Payment>;
  tokens: Table<CardToken>;
  create(body: PaymentBody, ip: string | null): Payment;
  find(id: string): Payment;
  /** The shopper has finished the challenge (or none was needed): the bank decides. */
  decide(payment: Payment, isAuthenticated: boolean): Payment;
  capture(payment: Payment, amount: number | undefined): Payment;
  refund(payment: Payment, amount: number | undefined): Payment;
  void(payment: Payment): Payment;
  updateDetails(payment: Payment, change: Pick<Partial<Payment>, "description" | "metadata">): Payment;
  present(payment: Payment): Record<string, unknown>;
}

export function makePaymentService(world: World, hooks: Hooks): PaymentService {
  const payments = world.table<Payment>("moyasar.payments");
  const tokens = world.table<CardToken>("moyasar.tokens");
  const counters = world.state<{ payments: number }>("moyasar.turns", () => ({ payments: 0 }));

  const present = (payment: Payment) =>
    presentPayment(payment, payment.status === "initiated" ? transactionUrl(world, payment) : null);
  const transition = (payment: Payment, change: Partial<Payment>, event?: string): Payment => {
    const moved = payments.put({ ...payment, ...change, updated_at: new Date().toISOString() });
    if (event) hooks.sendEvent(event, present(moved));
    return moved;
  };
  const applyBankResponse = (payment: Payment, code: string, message?: string): Payment => {
    const isApproved = code === "00";
    const source: Source = {
      ...payment.source,
      message: message ?? BANK_MESSAGES[code] ?? "DECLINED",
      response_code: message ? null : code,
      reference_number: world.ids.number("moyasar/rrn", 12).toString(),
      authorization_code: isApproved ? world.ids.number("moyasar/auth", 6).toString() : null,
    };
    if (!isApproved) {
      settleToken(payment.source.token, "inactive");
      return transition(payment, { status: "failed", source }, "payment_failed");
    }
    settleToken(payment.source.token, "active");
    if (payment.plan.manual)
      return transition(payment, { status: "authorized", source }, "payment_authorized");
    const fee = computeFee(payment.amount, payment.source.company);
    return transition(
      payment,
      { status: "paid", fee, paid_at: new Date().toISOString(), source },
      "payment_paid",
    );
  };
  /** A new token is activated or lost with its first payment; one that was active stays active. */
  const settleToken = (id: string | null, status: "active" | "inactive") => {
    const token = id ? tokens.get(id) : undefined;
    if (token?.status === "initiated") tokens.put({ ...token, status, updated_at: new Date().toISOString() });
  };

  return {
    payments,
    tokens,
    present,
    create(body, ip) {
      const id = body.given_id ?? world.ids.uuid("moyasar/payment");
      if (payments.get(id))
        throw new MoyasarError(400, "used_given_id", "The given_id was used already", "given_id");
      const { source, plan, needsShopper } = resolveSource(body.source, body.amount, world, tokens);
      counters.payments += 1;
      const now = new Date().toISOString();
      const payment = payments.put({
        id,
        sequence: counters.payments,
        status: "initiated",
        amount: body.amount,
        fee: 0,
        currency: body.currency,
        refunded: 0,
        captured: 0,
        refunded_at: null,
        captured_at: null,
        voided_at: null,
        paid_at: null,
        description: body.description ?? null,
        callback_url: body.callback_url ?? null,
        ip,
        created_at: now,
        updated_at: now,
        metadata: body.metadata ?? null,
        source,
        plan,
      });
      return needsShopper ? payment : applyBankResponse(payment, plan.code);
    },
    find(id) {
      const payment = payments.get(id);
      if (!payment) throw notFound();
      return payment;
    },
    decide(payment, isAuthenticated) {
      if (payment.status !== "initiated") return payment;
      const isLetThrough = isAuthenticated && payment.plan.challenge !== "fails";
      hooks.sendEvent(isLetThrough ? "card_auth_authenticated" : "card_auth_failed", present(payment));
      if (isLetThrough) return applyBankResponse(payment, payment.plan.code);
      return applyBankResponse(payment, "3ds", "3-D Secure transaction attempt failed");
    },
    capture(payment, amount = payment.amount) {
      if (payment.status !== "authorized")
        throw refused(`A payment that is ${payment.status} cannot be captured`);
      if (amount > payment.amount) throw refused("The amount is more than was authorized");
      const now = new Date().toISOString();
      const fee = computeFee(amount, payment.source.company);
      const change = { status: "captured" as const, captured: amount, captured_at: now, paid_at: now, fee };
      return transition(payment, change, "payment_captured");
    },
    refund(payment, amount) {
      const chargedAmount =
        payment.status === "captured" || payment.captured > 0 ? payment.captured : payment.amount;
      const mayBe: PaymentStatus[] = ["paid", "captured", "refunded"];
      if (!mayBe.includes(payment.status))
        throw refused(`A payment that is ${payment.status} cannot be refunded`);
      if (payment.refund_refusal)
        throw refused(
          payment.refund_refusal === "too_late"
            ? "The payment is too old to be refunded"
            : "The issuer refused the refund",
        );
      const left = chargedAmount - payment.refunded;
      const back = amount ?? left;
      if (back > left || left === 0) throw refused("The amount is more than is left to refund");
      const change = { status: "refunded" as const, refunded: payment.refunded + back };
      return transition(payment, { ...change, refunded_at: new Date().toISOString() }, "payment_refunded");
    },
    void(payment) {
      const isPaid = payment.status === "paid" || payment.status === "captured";
      if (!isPaid && payment.status !== "authorized")
        throw refused(`A payment that is ${payment.status} cannot be voided`);
      const since = Date.parse(isPaid ? (payment.paid_at ?? payment.created_at) : payment.updated_at);
      if (Date.now() - since > (isPaid ? VOID_PAID_MS : VOID_AUTHORIZED_MS))
        throw refused("The payment can no longer be voided");
      return transition(
        payment,
        { status: "voided", voided_at: new Date().toISOString(), fee: 0 },
        "payment_voided",
      );
    },
    updateDetails: (payment, change) => transition(payment, change),
  };
}

/** Where the shopper goes next, while the payment waits for them. */
function transactionUrl(world: World, payment: Payment): string {
  const base = `${world.url("moyasar")}/v1`;
  return payment.source.type === "stcpay"
    ? `${base}/stc_pays/${payment.id}/proceed`
    : `${base}/card_auth/${payment.id}/prepare`;
}

const EMPTY: Omit<Source, "type" | "company"> = {
  name: null,
  number: null,
  token: null,
  message: null,
  response_code: null,
  reference_number: null,
  authorization_code: null,
  mobile: null,
};

type ResolvedSource = { source: Source; plan: Plan; needsShopper: boolean };

/** The outcome of a source: decided now, reported after the shopper's challenge. */
function resolveSource(
  input: SourceBody,
  amount: number,
  world: World,
  tokens: Table<CardToken>,
): ResolvedSource {
  const plan = (code: string, challenge: Plan["challenge"] = "asks", manual = false): Plan => ({
    code,
    challenge,
    manual,
  });
  switch (input.type) {
    case "creditcard": {
      const known = findCardPlan(input.number);
      const company = known?.company ?? detectCompany(input.number);
      const token = input.save_card ? storeCard(input, world, tokens).id : null;
      const source = {
        ...EMPTY,
        type: "creditcard" as const,
        company,
        name: input.name,
        number: masked(input.number),
        token,
      };
      const needsChallenge = input["3ds"] !== false && known !== null; // an unlisted card is declined at once
      return {
        source,
        plan: plan(known?.code ?? "05", known?.challenge, input.manual),
        needsShopper: needsChallenge,
      };
    }
    case "token": {
      const token = tokens.get(input.token);
      if (!token) throw refused("The token was not found");
      const needsChallenge = input["3ds"] !== false || token.challenge === "always";
      if (
        token.status === "inactive" ||
        token.status === "expired" ||
        (token.status === "initiated" && input["3ds"] === false)
      )
        throw refused(`The token is ${token.status}`);
      const { company, name, id } = token;
      const source = {
        ...EMPTY,
        type: "creditcard" as const,
        company,
        name,
        number: token.masked,
        token: id,
      };
      return { source, plan: plan(token.code, token.challenge, input.manual), needsShopper: needsChallenge };
    }
    case "applepay": {
      const source = {
        ...EMPTY,
        type: "applepay" as const,
        company: "mada" as const,
        number: "XXXX-XXXX-XXXX-1010",
      };
      return { source, plan: plan(applePayCode(amount), "asks", input.manual), needsShopper: false };
    }
    case "samsungpay":
      throw refused("samsungpay is not enabled for this account");
    case "stcpay": {
      const source = { ...EMPTY, type: "stcpay" as const, company: "stcpay" as const, mobile: input.mobile };
      const isRefused = /^051555555[5-9]$/.test(input.mobile);
      return { source, plan: plan(isRefused ? "05" : "00"), needsShopper: !isRefused };
    }
  }
}

type CardInput = { number: string; name: string; month: string; year: string };

/** Stores what may be stored of a card, under a new token that cannot be used yet. */
export function storeCard(
  card: CardInput & { callback_url?: string | null; metadata?: Record<string, string> | null },
  world: World,
  tokens: Table<CardToken>,
): CardToken {
  const known = findCardPlan(card.number);
  const now = new Date().toISOString();
  return tokens.put({
    id: `token_${world.ids.token("moyasar/token", 32)}`,
    status: "initiated",
    company: known?.company ?? detectCompany(card.number) ?? "visa",
    masked: masked(card.number),
    month: Number(card.month),
    year: Number(card.year.length === 2 ? `20${card.year}` : card.year),
    name: card.name,
    callback_url: card.callback_url ?? null,
    metadata: card.metadata ?? null,
    code: known?.code ?? "05",
    challenge: known?.challenge ?? "asks",
    created_at: now,
    updated_at: now,
  });
}

/** Moyasar docs, Apple Pay testing: the amount decides. An amount outside its table is declined here. */
function applePayCode(amount: number): string {
  if (amount >= 20_000 && amount <= 30_000) return "00";
  if (amount >= 110_100 && amount <= 120_000) return "51";
  return amount >= 130_100 && amount <= 140_000 ? "05" : "99";
}
