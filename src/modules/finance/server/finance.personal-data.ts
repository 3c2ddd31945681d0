import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const financeData = definePersonalData("finance", "finance", {
  ad_spend_runs: ({ ours }) => ours("Which months of ad spend were invoiced"),
  ad_spend_turns: ({ kept }) =>
    kept("Part of the books: what was bought, paid and given back", {
      notExported: "That a month's ad spend was invoiced: see the invoices",
    }),
  agreement_listed: ({ ours }) => ours("Payments that a gateway listed, compared at night"),
  agreement_parts: ({ ours }) => ours("How far the comparison of books went"),
  agreement_runs: ({ ours }) => ours("Comparisons of books"),
  credits: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
  differences: ({ kept }) => kept("Part of the books: what was bought, paid and given back"),
});
