import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const landingPagesAbilities = defineAbilities("Clients", { landing_page: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof landingPagesAbilities> {}
}
