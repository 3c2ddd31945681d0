import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const trackingAbilities = defineAbilities("Clients", {
  tracking_link: ["read", "manage"],
  campaign_coupon: ["read", "manage"],
});
/** `abuse_report`: links that anybody reported, and the blocking of links. */
export const trackingStaffAbilities = defineAbilities("Staff", { abuse_report: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof trackingAbilities>,
      AbilitiesOf<typeof trackingStaffAbilities> {}
}
