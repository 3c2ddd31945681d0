import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const exampleAbilities = defineAbilities("Clients", { example_note: ["read", "manage"] });
/** Our own staff's, which no merchant ever holds. */
export const exampleStaffAbilities = defineAbilities("Staff", { example_review: ["manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof exampleAbilities>,
      AbilitiesOf<typeof exampleStaffAbilities> {}
}
