import { randomUUID } from "node:crypto";
import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Wallet/index": {},
  "GET Clients/Wallet/transactions": {
    query: { page: "1", size: "10", charge_type: "deposit", from: "2026-11-01", to: "2026-12-01" },
  },
  "GET Clients/Wallet/reserves": { query: { page: "1", size: "10" } },
  "GET Clients/Wallet/deposits": { query: { page: "1", size: "10" } },
  "GET Clients/Wallet/deposit/{id}": withId(ids.deposit),
  "GET Clients/Wallet/audit": {},
  "POST Clients/Wallet/deposit": { body: { amount_halalas: 50_000, save_card: false, card_id: ids.card } },
  "POST Clients/Wallet/deposit/{id}/started": { ...withId(ids.deposit), body: { payment_id: randomUUID() } },
  "POST Clients/Wallet/deposit/{id}/check": withId(ids.deposit),
  "GET Clients/Wallet/withdrawals": { query: { page: "1", size: "10" } },
  "POST Clients/Wallet/withdrawals/preview": { body: { amount_halalas: 1_000 } },
  "POST Clients/Wallet/withdrawals/code": {},
  "POST Clients/Wallet/withdrawals": { body: { amount_halalas: 1_000, code: "000000" }, expect: 422 },
  "POST Clients/Wallet/withdrawals/{id}/cancel": { ...withId("wdr_unknown"), expect: 404 },
  "GET Clients/Wallet/bank-account": {},
  "PUT Clients/Wallet/bank-account": {
    body: { iban: "SA03 8000 0000 6080 1016 7519", holder_name: "متجر نورة" },
  },
  "GET Clients/Wallet/top-up": {},
  "PUT Clients/Wallet/top-up": {
    body: {
      is_active: false,
      card_id: ids.card,
      threshold_halalas: 20_000,
      amount_halalas: 50_000,
      monthly_ceiling_halalas: 200_000,
    },
  },
  "GET Clients/Wallet/month": { query: { month: "2026-11" } },
});
