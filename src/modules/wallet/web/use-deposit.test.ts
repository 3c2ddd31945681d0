import { afterEach, expect, it, vi } from "vitest";
import { loadFailureText, reportPayment } from "./use-deposit.ts";

afterEach(() => vi.unstubAllGlobals());

/** The requests that were sent; the first `failures` of them are lost on the way. */
function stubServer(failures = 0) {
  const sent: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
    sent.push({ url, body: request.body && JSON.parse(String(request.body)) });
    if (sent.length <= failures) throw new TypeError("the network is down");
    const data = { id: "dep_1", failure_text: "البنك لم يقبل العملية." };
    return new Response(JSON.stringify({ error: false, messages: [], data }));
  });
  return sent;
}

it("the payment of a deposit is reported before the bank's page, and once more when the request was lost", async () => {
  const sent = stubServer(1);
  await reportPayment("dep_1", "pay_1");
  const report = { url: "/Clients/Wallet/deposit/dep_1/started", body: { payment_id: "pay_1" } };
  expect(sent).toEqual([report, report]);
});

it("why a card was declined is asked of our server, in the reader's language", async () => {
  stubServer();
  expect(await loadFailureText("dep_1")).toBe("البنك لم يقبل العملية.");
  stubServer(9);
  expect(await loadFailureText("dep_1")).toBeNull();
});
