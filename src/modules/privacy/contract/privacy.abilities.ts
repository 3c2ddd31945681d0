import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const privacyAbilities = defineAbilities("Clients", { privacy: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof privacyAbilities> {}
}
