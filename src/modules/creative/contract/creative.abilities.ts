import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const creativeAbilities = defineAbilities("Clients", { media: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof creativeAbilities> {}
}
