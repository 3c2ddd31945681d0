import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const seasonsAbilities = defineAbilities("Clients", { season: ["read"] });
export const seasonsStaffAbilities = defineAbilities("Staff", { season_calendar: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof seasonsAbilities>,
      AbilitiesOf<typeof seasonsStaffAbilities> {}
}
