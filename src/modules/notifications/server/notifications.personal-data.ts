import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const notificationsData = definePersonalData("notifications", "notifications", {
  channel_settings: ({ erased }) => erased(),
  notifications: ({ erased }) => erased({ retention: { period: "180 days", why: "what was told and read" } }),
  push_devices: ({ erased }) => erased({ owner: { column: "person_id" }, without: ["endpoint"] }),
  quiet_hours: ({ erased }) => erased({ owner: { column: "person_id" } }),
  read_marks: ({ erased }) => erased(),
  sendings: ({ erased }) =>
    erased({
      notExported: "That one notification goes out once",
      retention: { period: "until it may go out again", why: "nothing is sent twice" },
    }),
  start: ({ ours }) => ours("From where events are told"),
  vapid_keys: ({ ours }) => ours("Our own keys"),
  weekly_notes: ({ erased }) => erased({ retention: { period: "30 days", why: "one note a week" } }),
});
