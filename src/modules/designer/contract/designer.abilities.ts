import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const designerAbilities = defineAbilities("Clients", { digital_designer: ["use"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof designerAbilities> {}
}
