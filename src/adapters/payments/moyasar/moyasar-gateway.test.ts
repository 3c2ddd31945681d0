import type { TestSandbox } from "#base/testing/sandbox.ts";
import { describeGateway } from "../payment-gateway.suite.ts";
import { makeMoyasar } from "./moyasar.ts";

const numbers = { good: "4201320111111010", expired: "4201322267774310" };

const read = (sandbox: TestSandbox) => ({
  apiUrl: sandbox.hosts.moyasar ?? "",
  cdnUrl: sandbox.hosts["moyasar-cdn"] ?? "",
  publishableKey: sandbox.credentials.MOYASAR_PUBLISHABLE_KEY ?? "",
  secretKey: sandbox.credentials.MOYASAR_SECRET_KEY ?? "",
  webhookSecret: sandbox.credentials.MOYASAR_WEBHOOK_SECRET ?? "",
});

describeGateway("Moyasar", (sandbox) => {
  const settings = read(sandbox);
  const key = Buffer.from(`${settings.publishableKey}:`).toString("base64");
  return {
    gateway: makeMoyasar(settings),
    at: (apiUrl) => makeMoyasar({ ...settings, apiUrl }),
    apiUrl: settings.apiUrl,
    async begin({ intentId, amount, saveCard = false, card = "good" }) {
      const answer = await fetch(`${settings.apiUrl}/v1/payments`, {
        method: "POST",
        headers: { authorization: `Basic ${key}`, "content-type": "application/json" },
        body: JSON.stringify({
          amount,
          currency: "SAR",
          description: "Wallet",
          callback_url: "http://localhost:4800/checkout",
          metadata: { deposit_id: intentId },
          source: {
            type: "creditcard",
            name: "Noura Test",
            number: numbers[card],
            month: "12",
            year: "2030",
            cvc: "123",
            ...(saveCard ? { save_card: true } : {}),
          },
        }),
      });
      return ((await answer.json()) as { id: string }).id;
    },
    async answerBank(paymentId, answer) {
      await fetch(`${settings.apiUrl}/v1/card_auth/${paymentId}/set_auth_result`, {
        method: "POST",
        body: new URLSearchParams({ auth_result: answer === "approve" ? "AUTHENTICATED" : "REJECTED" }),
        redirect: "manual",
      });
    },
  };
});
