import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const rulesAbilities = defineAbilities("Clients", { rule: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof rulesAbilities> {}
}
