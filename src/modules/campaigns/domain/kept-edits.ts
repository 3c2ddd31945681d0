/**
 * What was typed over fields that the server has, field by field: the value it was typed over, and the typed one. A
 * field that nobody touched always follows the server.
 */
export type KeptEdits<Fields extends object> = { [Field in keyof Fields]?: KeptEdit<Fields[Field]> };
type KeptEdit<Value> = { from: Value; to: Value };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const listFields = <Fields extends object>(edits: KeptEdits<Fields>) =>
  Object.keys(edits) as (keyof Fields & string)[];

/** The fields as they are shown: the server's, and over them what was typed. */
export function applyEdits<Fields extends object>(server: Fields, edits: KeptEdits<Fields>): Fields {
  const value = { ...server };
  for (const field of listFields(edits)) {
    const edit = edits[field];
    if (edit) value[field] = edit.to;
  }
  return value;
}

/** Adds what was typed; a field that is again as the server has it is no edit any more. */
export function addEdits<Fields extends object>(
  edits: KeptEdits<Fields>,
  server: Fields,
  patch: Partial<Fields>,
): KeptEdits<Fields> {
  const next = { ...edits };
  for (const field of Object.keys(patch) as (keyof Fields & string)[]) {
    const to = patch[field] as Fields[typeof field];
    next[field] = { from: edits[field] ? edits[field].from : server[field], to };
  }
  return dropSettled(next, server);
}

/** Without fields that the server has as they were typed, and without those of another release. */
export function dropSettled<Fields extends object>(
  edits: KeptEdits<Fields>,
  server: Fields,
): KeptEdits<Fields> {
  const entries = Object.entries(edits) as [keyof Fields & string, KeptEdit<unknown>][];
  return Object.fromEntries(
    entries.filter(([field, { to }]) => field in server && !isSame(to, server[field])),
  ) as KeptEdits<Fields>;
}

/** Fields that were typed over a value that the server no longer has: saving them would undo somebody's change. */
export const findConflicts = <Fields extends object>(
  edits: KeptEdits<Fields>,
  server: Fields,
): (keyof Fields & string)[] =>
  listFields(dropSettled(edits, server)).filter((field) => !isSame(edits[field]?.from, server[field]));

/** The merchant decided about the conflicts: for what was typed, or for what the server has. */
export function settleConflicts<Fields extends object>(
  edits: KeptEdits<Fields>,
  server: Fields,
  keeps: "typed" | "server",
): KeptEdits<Fields> {
  const next = { ...edits };
  for (const field of findConflicts(edits, server)) {
    const edit = edits[field];
    if (keeps === "typed" && edit) next[field] = { from: server[field], to: edit.to };
    else delete next[field];
  }
  return next;
}
