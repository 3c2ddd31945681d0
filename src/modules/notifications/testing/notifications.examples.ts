import type { CallExamples } from "#app/testing/call-examples.ts";

/** The merchant needs no notification of their own. */
export const makeExamples = (): CallExamples => ({
  "GET Clients/Notifications/index": { query: { size: "5" } },
  "GET Clients/Notifications/unread": {},
  "POST Clients/Notifications/{id}/read": { params: { id: "ntf_none" }, expect: 404 },
  "POST Clients/Notifications/read-all": {},
  "GET Clients/Notifications/settings": {},
  "PUT Clients/Notifications/quiet-hours": { body: { quiet_hours: { from_hour: 22, to_hour: 7 } } },
  "POST Clients/Notifications/devices": {
    body: {
      endpoint: "https://push.nowhere.example/send/1",
      p256dh: "B".repeat(87),
      auth: "a".repeat(22),
      application_server_key: "B".repeat(87),
    },
    expect: 400,
  },
  "DELETE Clients/Notifications/devices/{id}": { params: { id: "psd_none" }, expect: 404 },
  "PUT Clients/Notifications/settings/{kind}": {
    params: { kind: "deposited" },
    body: { channel: "email", is_on: true },
  },
});
