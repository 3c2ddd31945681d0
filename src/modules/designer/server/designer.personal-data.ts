import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant; the files themselves end before their rows. */
export const designerData = definePersonalData("designer", "designer", {
  background_days: ({ erased }) => erased({ without: ["cost_micro_sar"] }),
  brand_kits: ({ erased }) => erased({ without: ["logo_key"] }),
  changes: ({ erased }) => erased({ retention: { period: "7 days", why: "what can be taken back" } }),
  designs: ({ erased }) => erased(),
  requests: ({ erased }) => erased({ without: ["picture_key", "logo_key", "background_key"] }),
});
