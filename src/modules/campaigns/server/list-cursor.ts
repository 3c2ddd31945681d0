/** Where a page ends: the value of its last row in the list's order, and that row's id. */
export type Cursor = [value: string | number, id: string];

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** A cursor that is not ours (of another sort order, or invented) is ignored. */
export function decodeCursor(text: string, type: string): Cursor | null {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as [unknown, unknown];
    const isValue = type === "bigint" ? Number.isSafeInteger(value) : typeof value === "string";
    const isInstant = type !== "timestamptz" || !Number.isNaN(Date.parse(String(value)));
    return isValue && isInstant && typeof id === "string" ? [value as string | number, id] : null;
  } catch {
    return null;
  }
}
