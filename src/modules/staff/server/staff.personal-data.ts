import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** Nothing of a merchant: our own people. */
export const staffData = definePersonalData("staff", "staff", {
  audit_log: ({ ours }) => ours("What our staff did, kept as proof"),
  challenges: ({ ours }) =>
    ours("Our staff's sign-in", { period: "1 day after it ends", why: "valid for five minutes" }),
  failed_attempts: ({ ours }) =>
    ours("Our staff's sign-in", { period: "30 days without an attempt", why: "locks against guessing" }),
  invitations: ({ ours }) => ours("Our staff's", { period: "1 day after it ends", why: "serves once" }),
  members: ({ ours }) => ours("Our staff"),
  recovery_codes: ({ ours }) => ours("Our staff's second factor"),
  sessions: ({ ours }) =>
    ours("Our staff's", { period: "90 days after it ends", why: "from where a member signs in" }),
});
