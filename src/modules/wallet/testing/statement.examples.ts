import type { CallExamples } from "#app/testing/call-examples.ts";

export const makeExamples = (): CallExamples => ({
  "GET Clients/Wallet/statement": {
    query: { charge_type: "deposit", from: "2026-11-01", to: "2026-12-01", search: "شحن", size: "10" },
  },
  "GET Clients/Wallet/statement/sums": { query: { kind: "deposit", search: "120.50" } },
  "GET Clients/Wallet/statement/{line}/entries": { params: { line: "1" }, query: { size: "10" } },
  "GET Clients/Wallet/statement/references": { query: { search: "حملة" } },
  "GET Clients/Wallet/statement/export": { query: { format: "csv", kind: "ad_spend" } },
  "GET Clients/Wallet/statement/months": {},
  "GET Clients/Wallet/statement/months/{month}/pdf": { params: { month: "2026-11" } },
});
