import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { ChargeBody } from "./bodies.ts";
import { type CardInput, findOutcome, toCard } from "./cards.ts";
import { refused, TapError } from "./errors.ts";
import type { Card, Charge, Customer, Outcome, SavedCard, Token } from "./model.ts";
import { presentCharge } from "./present.ts";
import { post } from "./webhooks.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Tap docs, Charges: a page is open for half an hour unless the request says otherwise. */
const pageMs = 30 * minuteMs;
/** Tokens are good once, for some minutes (Tap docs, Tokens; the minutes are not published). */
const tokenMs = 5 * minuteMs;

/** Creates charges and moves them on. Halalas; times are system time in milliseconds. */
export interface ChargeService {
  charges: Table<Charge>;
  cards: Table<SavedCard>;
  tokens: Table<Token>;
  create(body: ChargeBody): Charge;
  find(id: string): Charge;
  /** The shopper chose a card on the page. The bank may require its own page next. */
  chooseCard(charge: Charge, input: CardInput): Charge;
  /** The shopper has answered the bank's page, or none was needed. */
  decide(charge: Charge, outcome: Outcome): Charge;
  present(charge: Charge): Record<string, unknown>;
}

export function makeChargeService(world: World): ChargeService {
  const charges = world.table<Charge>("tap.charges");
  const customers = world.table<Customer>("tap.customers");
  const cards = world.table<SavedCard>("tap.cards");
  const tokens = world.table<Token>("tap.tokens");
  const counters = world.state<{ charges: number }>("tap.counters", () => ({ charges: 0 }));

  const present = (charge: Charge) =>
    presentCharge(
      charge,
      charge.status === "INITIATED" ? pageUrl(world, charge) : null,
      charge.savedCardId ? (cards.get(charge.savedCardId) ?? null) : null,
    );

  /** A page that nobody finished in time is abandoned. */
  const expire = (charge: Charge): Charge => {
    if (charge.status !== "INITIATED" || Date.now() - charge.createdAt < pageMs) return charge;
    return charges.put({ ...charge, status: "ABANDONED", outcome: findOutcome("301") });
  };

  /** Tap posts nothing while a charge is initiated, nor when it is abandoned (Tap docs, Webhook). */
  const decide = (charge: Charge, outcome: Outcome): Charge => {
    if (charge.status !== "INITIATED") return charge;
    const decided = { ...charge, status: outcome.status, outcome };
    const isApproved = outcome.status === "CAPTURED";
    const finished = charges.put(isApproved ? { ...decided, ...keepCard(decided) } : decided);
    if (outcome.status !== "ABANDONED") post(world, finished.postUrl, present(finished));
    return finished;
  };

  /** Saves the card, or counts one more payment of its agreement. */
  const keepCard = (charge: Charge): Partial<Charge> => {
    const gatewayReference = String(world.ids.number("tap/gateway", 15));
    const saved = charge.savedCardId ? cards.get(charge.savedCardId) : undefined;
    if (saved) cards.put({ ...saved, payments: saved.payments + 1 });
    if (saved || !charge.savesCard || !charge.card) return { gatewayReference };
    const id = `card_${world.ids.token("tap/card", 24)}`;
    const agreementId = `payment_agreement_${world.ids.token("tap/agreement", 24)}`;
    cards.put({ ...charge.card, id, customerId: charge.customer.id, agreementId, payments: 1 });
    return { gatewayReference, savedCardId: id, agreementId };
  };

  /** Takes a token once, for the customer that it belongs to. */
  const takeToken = (id: string, customerId: string): SavedCard => {
    const token = tokens.get(id);
    const card = token ? cards.get(token.cardId) : undefined;
    if (!token || !card) throw refused("1125", "Source id is invalid");
    if (token.isUsed || Date.now() - token.createdAt > tokenMs)
      throw refused("1126", "Source already used, Please create the new source");
    if (token.customerId !== customerId)
      throw refused("1107", "Customer id is not matching with existing customer");
    tokens.put({ ...token, isUsed: true });
    return card;
  };

  const findCustomer = ({ customer }: ChargeBody): Customer => {
    if (!customer.id) {
      const { first_name = "", last_name = null, email = null, phone = null } = customer;
      const id = `cus_${world.ids.token("tap/customer", 24)}`;
      return customers.put({ id, first_name, last_name, email, phone });
    }
    const known = customers.get(customer.id);
    if (!known) throw refused("1106", "Customer not found");
    return known;
  };

  /** Tap docs, Merchant Initiated Transaction: without its payer a card is charged only under its agreement. */
  const checkAgreement = (body: ChargeBody, card: SavedCard): void => {
    if (body.customer_initiated) return;
    if (body.threeDSecure) throw refused("1103", "Required inputs are invalid: threeDSecure");
    if (!body.payment_agreement) throw refused("1216", "Agreement id is missing");
    if (body.payment_agreement.id !== card.agreementId) throw refused("1217", "Agreement id is invalid");
  };

  return {
    charges,
    cards,
    tokens,
    present,
    decide,
    create(body) {
      const repeated = findRepeated(charges.values(), body.reference.idempotent);
      if (repeated) return repeated;
      const customer = findCustomer(body);
      const isToken = body.source.id.startsWith("tok_");
      if (!isToken && !["src_all", "src_card", "src_sa.mada"].includes(body.source.id))
        throw refused("1125", "Source id is invalid");
      if (!isToken && !body.customer_initiated) throw refused("1125", "Source id is invalid");
      const card = isToken ? takeToken(body.source.id, customer.id) : null;
      if (card) checkAgreement(body, card);
      counters.charges += 1;
      const charge = charges.put(toCharge(world, { body, customer, card, sequence: counters.charges }));
      const needsShopper = card === null || (body.threeDSecure && card.isEnrolled);
      return needsShopper || !card ? charge : decide(charge, card.outcome);
    },
    find(id) {
      const charge = charges.get(id);
      if (!charge) throw new TapError(404, "1144", "Charge id not found");
      return expire(charge);
    },
    chooseCard(charge, input) {
      if (expire(charge).status !== "INITIATED") return expire(charge);
      const card: Card = toCard(input, new Date());
      const chosen = charges.put({ ...charge, card });
      const needsBank = charge.isThreeDSecure && card.isEnrolled;
      return needsBank ? chosen : decide(chosen, card.outcome);
    },
  };
}

type NewCharge = { body: ChargeBody; customer: Customer; card: SavedCard | null; sequence: number };

function toCharge(world: World, { body, customer, card, sequence }: NewCharge): Charge {
  return {
    id: `chg_${world.ids.token("tap/charge", 24)}`,
    sequence,
    status: "INITIATED",
    amount: body.amount,
    currency: body.currency,
    isCustomerInitiated: body.customer_initiated,
    isThreeDSecure: body.threeDSecure,
    savesCard: body.save_card,
    description: body.description ?? null,
    metadata: body.metadata,
    reference: body.reference,
    gatewayReference: null,
    paymentReference: String(world.ids.number("tap/payment", 19)),
    outcome: null,
    customer,
    sourceId: body.source.id,
    card,
    savedCardId: card?.id ?? null,
    agreementId: body.payment_agreement?.id ?? null,
    postUrl: body.post?.url ?? null,
    postStatus: "PENDING",
    redirectUrl: body.redirect?.url ?? null,
    createdAt: Date.now(),
  };
}

/** Tap docs, Idempotency: within 24 hours the same text answers with what it made the first time. */
export function findRepeated<
  Row extends { reference: { idempotent?: string | undefined }; createdAt: number },
>(rows: Iterable<Row>, key: string | undefined): Row | undefined {
  if (key === undefined) return undefined;
  return [...rows].find((row) => row.reference.idempotent === key && Date.now() - row.createdAt < dayMs);
}

/** Where the shopper pays: Tap's own page, or with a card that is already chosen the bank's. */
function pageUrl(world: World, charge: Charge): string {
  const base = `${world.url("tap-page")}/gosell/v2/payment`;
  return charge.card ? `${base}/authenticate?chg=${charge.id}` : `${base}/tap_process.aspx?chg=${charge.id}`;
}
