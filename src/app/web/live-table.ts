import type { InvalidationTable } from "#base/web/live.ts";

/**
 * Which cached queries an event invalidates. Query keys begin with the module's name; home and the campaign page
 * combine several.
 */
export const liveTable: InvalidationTable = {
  merchant: [["merchants"]],
  wallet: [["wallet"], ["home"]],
  store: [["stores"], ["merchants"], ["reports"], ["home"]],
  ad_account: [["ad-accounts"], ["reports"], ["home"]],
  campaign: [["campaigns"], ["reports"], ["home"]],
  tracking: [["tracking"], ["reports"], ["home"]],
  reports: [["reports"], ["home"]],
};
