import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const adAccountsData = definePersonalData("ad-accounts", "ad_accounts", {
  pending_uploads: ({ erased }) =>
    erased({
      notExported: "Names that a platform gave to files under way",
      retention: { period: "24 hours", why: "an upload is repeated within hours or begins anew" },
    }),
  accounts: ({ erased }) => erased(),
  connections: ({ erased }) => erased({ without: ["accessible_accounts"] }),
});
