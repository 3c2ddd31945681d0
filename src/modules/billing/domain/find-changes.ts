type Changes = { before: Record<string, unknown>; after: Record<string, unknown> };

/** The fields whose values differ, as an audit log holds them; null when none do. Values are compared as JSON. */
export function findChanges<Fields extends object>(before: Fields, after: NoInfer<Fields>): Changes | null {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value),
  );
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed),
  };
}
