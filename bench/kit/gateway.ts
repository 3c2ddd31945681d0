import type { TestSandbox } from "#base/testing/sandbox.ts";

/** As many requests to the gateway at once. */
const atOnce = 16;

const toHeaders = (key: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
  "content-type": "application/json",
});

/** Saves so many cards at the simulated gateway, verified by the issuer; returns their tokens. */
export async function saveCards(sandbox: TestSandbox, count: number): Promise<string[]> {
  const tokens: string[] = [];
  const work = async () => {
    for (let left = count - tokens.length; left > 0; left = count - tokens.length) {
      const place = tokens.push("") - 1;
      tokens[place] = await saveCard(sandbox);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tokens;
}

async function saveCard({ hosts, credentials }: TestSandbox): Promise<string> {
  const card = { name: "Noura Test", number: "4201320111111010", month: "12", year: "2040", cvc: "123" };
  const answer = await fetch(`${hosts.moyasar}/v1/tokens`, {
    method: "POST",
    headers: toHeaders(credentials.MOYASAR_PUBLISHABLE_KEY ?? ""),
    body: JSON.stringify({ ...card, callback_url: "http://127.0.0.1:9/checkout" }),
  });
  const { id, verification_url } = (await answer.json()) as { id: string; verification_url: string };
  const verified = await fetch(verification_url, {
    method: "POST",
    body: new URLSearchParams({ auth_result: "AUTHENTICATED" }),
    redirect: "manual",
  });
  await verified.arrayBuffer();
  if (!verified.headers.get("location")?.includes("status=active"))
    throw new Error(`the gateway did not save a card: ${answer.status}, ${verified.status}`);
  return id;
}

/** A payment as the gateway itself has it. */
export type GatewayRow = {
  id: string;
  status: string;
  amount: number;
  refunded: number;
  metadata: { deposit_id?: string } | null;
};

/** Every payment that the gateway has, page by page. */
export async function listGatewayPayments({ hosts, credentials }: TestSandbox): Promise<GatewayRow[]> {
  const found: GatewayRow[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const answer = await fetch(`${hosts.moyasar}/v1/payments?page=${page}`, {
      headers: toHeaders(credentials.MOYASAR_SECRET_KEY ?? ""),
    });
    const { payments, meta } = (await answer.json()) as {
      payments: GatewayRow[];
      meta: { next_page: number | null };
    };
    found.push(...payments);
    page = meta.next_page;
  }
  return found;
}
