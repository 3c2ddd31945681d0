import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant; recordings are never stored. */
export const speechData = definePersonalData("speech", "speech", {
  days: ({ erased }) => erased({ without: ["cost_micro_sar"] }),
});
