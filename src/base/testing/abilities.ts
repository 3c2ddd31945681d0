import type { Ability } from "../shared/abilities.ts";

/** An ability of no module, to test what checks abilities. */
export function testAbility(subject: string, action: string): Ability {
  return { subject, action } as unknown as Ability;
}
