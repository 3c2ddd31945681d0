import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const consultationsData = definePersonalData("consultations", "consultations", {
  advice: ({ erased }) => erased(),
  answer_drafts: ({ erased }) => erased(),
  card_orders: ({ erased }) => erased(),
  consultations: ({ ours }) => ours("What is offered"),
  dossiers: ({ erased }) => erased(),
  message_files: ({ erased }) => erased(),
  messages: ({ erased }) => erased(),
  orders: ({ erased }) => erased(),
});
