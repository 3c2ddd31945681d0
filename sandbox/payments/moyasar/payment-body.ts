import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { detectCompany, hasRightCheckDigit } from "./cards.ts";
import { invalidFields } from "./errors.ts";

/** https, or plain http to loopback (the sandbox's one deviation). */
export const address = z
  .string()
  .max(2_048)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return (
      protocol === "https:" ||
      (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    );
  }, "is not a valid https URL");

export const metadata = z
  .record(
    z.string().max(40, "key is longer than 40 characters"),
    z.string().max(500, "value is longer than 500 characters"),
  )
  .refine((map) => Object.keys(map).length <= 30, "has more than 30 keys");

const digits = (text: unknown) => (typeof text === "number" ? String(text) : text);
const text = (pattern: RegExp, words: string) => z.preprocess(digits, z.string().regex(pattern, words));

/** The fields of every card, in a payment and in a token. */
export const cardFields = {
  name: z
    .string()
    .max(255)
    .regex(/^\S+(\s+\S+)+$/, "must have a first and a last name"),
  number: z.preprocess(
    (value) => String(digits(value) ?? "").replaceAll(/[\s-]/g, ""),
    z
      .string()
      .regex(/^\d{12,19}$/, "is not a card number")
      .refine(
        (number) => hasRightCheckDigit(number) && detectCompany(number) !== null,
        "is not a valid card number",
      ),
  ),
  month: text(/^(0?[1-9]|1[0-2])$/, "is not a month"),
  year: text(/^(\d{2}|\d{4})$/, "is not a year"),
  cvc: text(/^\d{3,4}$/, "is not a security code"),
};

type Card = { number: string; month: string; year: string; cvc: string };

/** Checks across a card's fields: a date in the future, and the number of code digits its network uses. */
export function cardProblem(card: Card, now: Date): { path: string; words: string } | null {
  const year = Number(card.year.length === 2 ? `20${card.year}` : card.year);
  const ends = Date.UTC(year, Number(card.month), 1);
  if (ends <= now.getTime()) return { path: "year", words: "the card has expired" };
  const length = detectCompany(card.number) === "amex" ? 4 : 3;
  return card.cvc.length === length ? null : { path: "cvc", words: `must have ${length} digits` };
}

const flag = z.boolean().optional();
const creditcard = z
  .strictObject({
    type: z.literal("creditcard"),
    ...cardFields,
    company: z.string().optional(),
    "3ds": flag,
    manual: flag,
    save_card: flag,
    statement_descriptor: z.string().max(22).optional(),
  })
  .superRefine((card, context) => {
    const problem = cardProblem(card, new Date());
    if (problem) context.addIssue({ code: "custom", path: [problem.path], message: problem.words });
    if (card.save_card && card["3ds"] === false)
      context.addIssue({ code: "custom", path: ["save_card"], message: "needs 3-D Secure" });
  });

const source = z.discriminatedUnion("type", [
  creditcard,
  z.strictObject({
    type: z.literal("token"),
    token: z.string().regex(/^token_/, "is not a token"),
    cvc: cardFields.cvc.optional(),
    "3ds": flag,
    manual: flag,
    statement_descriptor: z.string().max(22).optional(),
  }),
  z.strictObject({ type: z.literal("applepay"), token: z.string().min(2), manual: flag, save_card: flag }),
  z.strictObject({ type: z.literal("samsungpay"), token: z.string().min(2), manual: flag }),
  z.strictObject({
    type: z.literal("stcpay"),
    mobile: z.string().regex(/^05\d{8}$/, "must look like 05XXXXXXXX"),
    cashier: z.string().optional(),
    branch: z.string().optional(),
  }),
]);

const payment = z
  .strictObject({
    given_id: z.uuidv4("must be a version 4 UUID").optional(),
    amount: z.number().int("must be an integer").min(100, "must be at least 100").max(100_000_000),
    currency: z.enum(["SAR", "USD", "EUR", "GBP", "AED", "KWD", "BHD", "QAR", "OMR"]).default("SAR"),
    description: z.string().max(500).nullish(),
    callback_url: address.nullish(),
    metadata: metadata.nullish(),
    source,
    apply_coupon: flag,
    splits: z.array(z.unknown()).optional(),
  })
  .superRefine((body, context) => {
    const needsReturn = body.source.type === "creditcard" || body.source.type === "token";
    if (needsReturn && !body.callback_url)
      context.addIssue({ code: "custom", path: ["callback_url"], message: "can't be blank" });
  });

export type PaymentBody = z.output<typeof payment>;
export type SourceBody = PaymentBody["source"];

/** A parsed body of POST /payments, or Moyasar's list of problems with it. */
export function parsePaymentBody(body: unknown): PaymentBody {
  const checked = checkBody(payment, body);
  if (!checked.ok) throw invalidFields(checked.problems);
  return checked.value;
}

/** Form values are all text and nest with brackets: `source[3ds]=true`. */
export function unflattenForm(form: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(form)) {
    const path = key.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? key;
    let place = body;
    for (const name of path) {
      const next = (place[name] ?? {}) as Record<string, unknown>;
      place[name] = next;
      place = next;
    }
    const isFlag = value === "true" || value === "false";
    place[last] = isFlag
      ? value === "true"
      : last === "amount" && /^\d+$/.test(String(value))
        ? Number(value)
        : value;
  }
  return body;
}
