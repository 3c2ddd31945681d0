import type { ModuleParts, PortRegistry, ServerModule, SharedDeps } from "#base/server/module.ts";
import { listAbilities } from "#base/shared/abilities.ts";

type Options = {
  /** From the lowest layer up. */
  modules: readonly ServerModule[];
  shared: SharedDeps;
  ports: PortRegistry;
  settings: Readonly<Record<string, unknown>>;
  /** Filled as the modules are built, by their names. */
  facades: object;
};

/** Builds the modules from the lowest layer up, each with the facades, ports and settings it names. */
export function composeModules({ modules, shared, ports, settings, facades }: Options): ModuleParts[] {
  checkModules(modules);
  return modules.map((module) => {
    const { facade, ...built } = module.build({
      ...shared,
      facades: pick(facades, module.needs),
      ports: pick(ports, module.ports),
      settings: pick(settings, Object.keys(module.settings)),
    });
    Object.assign(facades, { [module.name]: facade });
    return built;
  });
}

const pick = (from: object, names: readonly string[]): Record<string, unknown> => {
  const all = new Map<string, unknown>(Object.entries(from));
  return Object.fromEntries(names.map((name) => [name, all.get(name)]));
};

/** Throws when a name occurs twice, or when a module needs one that is not in a lower layer. */
export function checkModules(modules: readonly ServerModule[]): void {
  const layers = new Map(modules.map(({ name, layer }) => [name, layer]));
  if (layers.size < modules.length) throw new Error("two modules have the same name");
  for (const { name, layer, needs } of modules)
    for (const needed of needs) {
      const found = layers.get(needed);
      if (found === undefined) throw new Error(`${name} needs ${needed}, which is no module`);
      if (found >= layer)
        throw new Error(
          `${name} (layer ${layer}) needs ${needed} (layer ${found}): only lower layers are called`,
        );
    }
}

/** The abilities that all modules declare, by audience. */
export function composeAbilities(modules: readonly ServerModule[]): SharedDeps["abilities"] {
  const declared = modules.flatMap(({ abilities = [] }) => abilities);
  return { Clients: listAbilities(declared, "Clients"), Staff: listAbilities(declared, "Staff") };
}

/** The settings that all modules declare. Throws when two declare the same. */
export function composeSettings(modules: readonly ServerModule[]): ServerModule["settings"] {
  const entries = modules.flatMap(({ settings }) => Object.entries(settings));
  const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index);
  if (twice) throw new Error(`the setting ${twice[0]} is declared twice`);
  return Object.fromEntries(entries);
}
