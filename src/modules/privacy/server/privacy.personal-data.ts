import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const privacyData = definePersonalData("privacy", "privacy", {
  erasure_steps: ({ kept }) =>
    kept("Proof that the erasure was carried out", { notExported: "The steps of an erasure that is over" }),
  erasures: ({ kept }) => kept("Proof that the erasure was asked for and carried out"),
  exports: ({ erased }) => erased({ without: ["storage_key", "run"] }),
});
