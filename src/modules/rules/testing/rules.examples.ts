import { randomUUID } from "node:crypto";
import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";
import { aRuleBody } from "./rule-body.ts";

const rule = () => ({ ...aRuleBody, name: `قاعدة ${randomUUID().slice(0, 8)}` });
const communication = {
  indicator: "sales",
  change: "decreased",
  value: 20,
  days: 3,
  channel: "whatsapp",
  city: "riyadh",
  numbers: [],
};
const unknown = { params: { id: "rul_none" }, expect: 404 };

/** The merchant has no rule of their own. */
export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/ControlRules/index": {},
  "GET Clients/ControlRules/{id}": unknown,
  "POST Clients/ControlRules/create": { body: rule() },
  "PUT Clients/ControlRules/{id}": { ...unknown, body: rule() },
  "DELETE Clients/ControlRules/{id}": unknown,
  "POST Clients/ControlRules/{id}/status": { ...unknown, body: { status: "active", mode: "shadow" } },
  "POST Clients/ControlRules/back-test": { body: rule() },
  "GET Clients/ControlRules/acts": { query: { size: "5" } },
  "GET Clients/ControlRules/{id}/evaluations": { ...unknown, query: { size: "5" } },
  "POST Clients/ControlRules/acts/{id}/undo": unknown,
  "GET Clients/ControlRules/questions": {},
  "POST Clients/ControlRules/questions/{id}/answer": { ...unknown, body: { answer: "no" } },
  "PUT Clients/ControlRules/settings": {
    body: { raise_ceiling_halalas: 500_00, budget_ceiling_halalas: null },
  },
  "GET Clients/CommunicationRules/index": {},
  "POST Clients/CommunicationRules/create": { body: communication },
  "PUT Clients/CommunicationRules/{id}": { ...unknown, body: communication },
  "POST Clients/CommunicationRules/{id}/status": { ...unknown, body: { status: "active" } },
  "DELETE Clients/CommunicationRules/{id}": unknown,
  "GET Clients/CommunicationRules/{id}/evaluations": { ...unknown, query: { size: "5" } },
  "POST Clients/CommunicationRules/test": { body: communication },
  "POST Clients/ControlRules/stop-all": { body: { stopped: false } },
});
