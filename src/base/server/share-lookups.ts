/** As many keys as one statement looks up. */
const maxKeys = 500;

/**
 * Makes look-ups of a moment share one: the keys that are asked for in one turn of the event loop are loaded together. It
 * is no cache: every look-up reads after it was asked for. A key that was not found gives undefined; a failed load fails
 * its look-ups.
 */
export function shareLookups<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let open: { keys: Set<Key>; loaded: Promise<ReadonlyMap<Key, Value>> } | undefined;

  function begin() {
    const keys = new Set<Key>();
    const loaded = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (open?.keys === keys) open = undefined;
      return load([...keys]);
    });
    return { keys, loaded };
  }

  return async (key) => {
    if (!open || open.keys.size >= maxKeys) open = begin();
    open.keys.add(key);
    return (await open.loaded).get(key);
  };
}
