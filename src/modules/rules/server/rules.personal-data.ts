import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const rulesData = definePersonalData("rules", "rules", {
  acts: ({ erased }) => erased(),
  communication_evaluations: ({ erased }) =>
    erased({ retention: { period: "35 days after it was last so", why: "why a rule spoke" } }),
  communication_rules: ({ erased }) => erased(),
  control_rules: ({ erased }) => erased(),
  evaluations: ({ erased }) =>
    erased({ retention: { period: "35 days after it was last so", why: "why a rule acted" } }),
  questions: ({ erased }) =>
    erased({ retention: { period: "35 days after the answer", why: "what was asked and answered" } }),
  settings: ({ erased }) => erased(),
});
