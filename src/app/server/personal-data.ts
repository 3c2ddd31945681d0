import type { ModuleParts, ServerModule } from "#base/server/module.ts";
import { baseData } from "#base/server/personal-data/base.personal-data.ts";
import type { PersonalDataActs, PersonalDataRegistry } from "#base/server/personal-data/personal-data.ts";

/** What the modules' tables hold of a merchant, the shared ground's included. */
export const listPersonalData = (modules: readonly ServerModule[]): PersonalDataRegistry["data"] => [
  ...modules.flatMap(({ personalData }) => personalData ?? []),
  baseData,
];

/** The registry before the modules are built: `complete` adds what they do when an account is exported or erased. */
export function openPersonalDataRegistry(modules: readonly ServerModule[]) {
  const acts: ({ module: string; needs: readonly string[] } & PersonalDataActs)[] = [];
  return {
    data: listPersonalData(modules),
    acts,
    complete(parts: readonly ModuleParts[]) {
      for (const [index, { name: module, needs }] of modules.entries())
        acts.push({ module, needs, ...parts[index]?.personalData });
    },
  };
}
