import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const trackingAbilities = defineAbilities("Clients", {
  tracking_link: ["read", "manage"],
  campaign_coupon: ["read", "manage"],
});

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof trackingAbilities> {}
}
