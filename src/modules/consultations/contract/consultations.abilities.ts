import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const consultationsAbilities = defineAbilities("Clients", {
  marketing_consultation: ["read", "manage"],
});

/** `consultation`: what is offered. `consultation_order`: what merchants ordered. */
export const consultationsStaffAbilities = defineAbilities("Staff", {
  consultation: ["manage"],
  consultation_order: ["manage"],
});

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof consultationsAbilities>,
      AbilitiesOf<typeof consultationsStaffAbilities> {}
}
