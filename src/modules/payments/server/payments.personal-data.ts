import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const paymentsData = definePersonalData("payments", "payments", {
  attempts: ({ kept }) =>
    kept("Part of the books: what was bought, paid and given back", { without: ["action_url"] }),
  cards: ({ kept }) =>
    kept("Payments name it; its token is deleted at the gateway", {
      rewrite: { holder_name: "''", name: "''", sealed_token: "''" },
    }),
  chargebacks: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  gateway_events: ({ ours }) =>
    ours("Messages of gateways, each taken once", {
      period: "90 days",
      why: "nothing is taken twice",
    }),
  intents: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  refunds: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  settlement_reads: ({ ours }) => ours("How far settlements were read"),
  webhook_subscriptions: ({ ours }) => ours("Our own subscriptions"),
});
