import { randomUUID } from "node:crypto";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { KEYS } from "./auth.ts";
import { makeTap } from "./tap.ts";

export type Json = Record<string, unknown>;
export type Reply = { status: number; body: Json };

export const GOOD_CARD = {
  number: "4464040000000007",
  month: "01",
  year: "2039",
  cvc: "100",
  name: "NOURA TEST",
};
export const RETURN_URL = "http://localhost:3000/checkout?deposit=dep_1";

/** A running Tap simulator with its secret key. */
export interface Harness {
  sandbox: TestSandbox;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** A charge on Tap's page, with changes to its request. */
  charge(changes?: Json): Promise<Json>;
  /** The shopper on Tap's page; returns where they are sent. */
  pay(charge: Json, card?: Json): Promise<URL>;
  /** The shopper on the bank's page. */
  answerBank(chargeId: string, result: string): Promise<URL>;
  /** A paid charge that saved its card. */
  saveCard(): Promise<Json>;
}

export async function openHarness(): Promise<Harness> {
  const sandbox = await openTestSandbox([makeTap]);
  const call: Harness["call"] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${sandbox.url}/tap/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEYS.secret}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const charge: Harness["charge"] = async (changes = {}) => {
    const { body } = await call("POST", "/charges", {
      amount: 115.5,
      currency: "SAR",
      save_card: false,
      metadata: { deposit_id: "dep_1" },
      reference: { transaction: randomUUID(), order: "dep_1" },
      customer: { first_name: "Noura", phone: { country_code: "966", number: "501234567" } },
      source: { id: "src_all" },
      redirect: { url: RETURN_URL },
      ...changes,
    });
    return body;
  };
  const submit = async (path: string, chargeId: string, fields: Json) => {
    const answer = await fetch(`${sandbox.url}/tap-page/gosell/v2/payment/${path}?chg=${chargeId}`, {
      method: "POST",
      body: new URLSearchParams(fields as Record<string, string>),
      redirect: "manual",
    });
    return new URL(answer.headers.get("location") ?? "about:blank");
  };
  const pay: Harness["pay"] = (paid, card = {}) =>
    submit("tap_process.aspx", String(paid.id), { ...GOOD_CARD, ...card });
  const answerBank: Harness["answerBank"] = (id, result) => submit("authenticate", id, { result });
  return {
    sandbox,
    call,
    charge,
    pay,
    answerBank,
    async saveCard() {
      const made = await charge({ save_card: true });
      await pay(made);
      await answerBank(String(made.id), "AUTHENTICATED");
      return (await call("GET", `/charges/${made.id}`)).body;
    },
  };
}
