import { useEffect, useState } from "react";

/** What was loaded, by what loads it: the next page has it at once. */
const loaded = new Map<unknown, unknown>();

/**
 * A file that is loaded once the page is on the screen, so that it is there when it is needed; null until then. What could
 * not be loaded is tried again when it is needed, and is a fault only then. `load` is always the same function.
 */
export function useImported<Module extends object>(
  load: () => Promise<Module>,
  isNeeded: boolean,
): Module | null {
  const [module, setModule] = useState(() => (loaded.get(load) as Module | undefined) ?? null);
  const [failure, setFailure] = useState<{ error: unknown; wasNeeded: boolean } | null>(null);
  useEffect(() => {
    load().then(
      (imported) => {
        loaded.set(load, imported);
        setModule(imported);
      },
      (error: unknown) => setFailure({ error, wasNeeded: isNeeded }),
    );
  }, [load, isNeeded]);
  if (isNeeded && !module && failure?.wasNeeded) throw failure.error;
  return module;
}
