import { definePersonalData } from "./personal-data.ts";

/** What the shared ground holds of a merchant. */
export const baseData = definePersonalData("base", "base", {
  audit_log: ({ kept }) =>
    kept("Who did what and when stays as proof; what was changed is emptied", {
      rewrite: { before: "null", after: "null" },
    }),
  authorizations: ({ erased }) =>
    erased({
      notExported: "Permissions being given at a vendor, under way",
      retention: { period: "1 day after it ends", why: "given within minutes" },
    }),
  consents: ({ kept }) => kept("Proof of what was agreed to and withdrawn"),
  dead_letters: ({ erased }) =>
    erased({
      notExported: "Events that a part of the program failed at, for repair",
      retention: { days: 180, since: "created_at", why: "what failed is repaired or given up" },
    }),
  events: ({ kept }) =>
    kept("Deleted with their time; parts of the program still read them", {
      notExported: "How parts of the program learn of each other; what they tell of is in the other files",
      retention: { period: "30 days", why: "readers that were away catch up" },
    }),
  idempotency_keys: ({ ours }) =>
    ours("Answers to repeated calls, by session", {
      period: "7 days",
      why: "a call that is sent twice acts once",
    }),
  migrations: ({ ours }) => ours("The schema's history"),
  operations: ({ erased }) =>
    erased({ retention: { period: "90 days after it ended", why: "results of bulk work" } }),
  operation_items: ({ erased }) => erased(),
  rate_limits: ({ ours }) => ours("Counters", { period: "1 hour after their window", why: "limits" }),
  subscriptions: ({ ours }) => ours("How far events were read"),
  uploads: ({ erased }) =>
    erased({
      notExported: "Files being uploaded",
      retention: { period: "until it expires", why: "an upload that was left" },
    }),
});
