import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const merchantsData = definePersonalData("merchants", "merchants", {
  address_failures: ({ ours }) =>
    ours("Failed attempts by address, counted for a day", {
      period: "1 day",
      why: "limits against guessing",
    }),
  challenges: ({ erased }) =>
    erased({
      owner: { through: "merchants.merchants", by: "mobile", its: "mobile" },
      notExported: "Codes under way, as hashes",
      retention: { period: "1 day after it ends", why: "a code is valid for minutes" },
    }),
  code_sends: ({ erased }) =>
    erased({
      owner: { through: "merchants.merchants", by: "mobile", its: "mobile" },
      retention: { period: "2 days", why: "limits of codes for a number" },
    }),
  failed_attempts: ({ erased }) =>
    erased({
      owner: { through: "merchants.merchants", by: "mobile", its: "mobile" },
      notExported: "Counters of limits against guessing",
      retention: { period: "30 days without an attempt", why: "locks against guessing" },
    }),
  invitation_sends: ({ erased }) =>
    erased({ retention: { period: "2 days", why: "limits of invitations to a number" } }),
  memberships: ({ erased }) => erased(),
  pictures: ({ erased }) => erased(),
  sessions: ({ erased }) =>
    erased({ retention: { period: "30 days after it ends", why: "evidence of who signed in" } }),
  merchants: ({ kept }) =>
    kept("The ledger and the invoices name it; nothing of the person is left", {
      owner: { column: "id" },
      rewrite: {
        name: "'Erased'",
        mobile: "'erased:' || id",
        email: "null",
        password_hash: "null",
        name_folded: "''",
        website_type: "null",
      },
    }),
});
