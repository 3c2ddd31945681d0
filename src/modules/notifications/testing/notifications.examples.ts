import type { CallExamples } from "#app/testing/call-examples.ts";

/** The merchant needs no notification of their own. */
export const makeExamples = (): CallExamples => ({
  "GET Clients/Notifications/index": { query: { size: "5" } },
  "GET Clients/Notifications/unread": {},
  "POST Clients/Notifications/{id}/read": { params: { id: "ntf_none" }, expect: 404 },
  "POST Clients/Notifications/read-all": {},
  "GET Clients/Notifications/settings": {},
  "PUT Clients/Notifications/settings/{kind}": {
    params: { kind: "deposited" },
    body: { channel: "email", is_on: true },
  },
});
