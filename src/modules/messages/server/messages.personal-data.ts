import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const messagesData = definePersonalData("messages", "messages", {
  email_proofs: ({ erased }) => erased(),
  emails: ({ erased }) =>
    erased({
      without: ["body_html", "unsubscribe_url"],
      retention: { days: 365, since: "queued_at", why: "proof that we told; bodies are wiped after 30 days" },
    }),
  number_proofs: ({ erased }) => erased(),
  senders: ({ ours }) => ours("Which process sends"),
  text_opt_outs: ({ ours }) => ours("A number that wants no more texts is left alone, whoever has it"),
  texts: ({ erased }) =>
    erased({
      retention: {
        days: 365,
        since: "queued_at",
        why: "proof that we told; their words are wiped after 30 days",
      },
    }),
  unsubscriptions: ({ erased }) => erased(),
});
