import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const billingAbilities = defineAbilities("Clients", { billing: ["read", "manage"] });
/** `catalogue`: the plans, packages and coupons that are sold. */
export const billingStaffAbilities = defineAbilities("Staff", { catalogue: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof billingAbilities>,
      AbilitiesOf<typeof billingStaffAbilities> {}
}
