/** Where a part goes on: after this time, or at it after this id. Before its first step from the start, without an id. */
export type TimeCursor = { at: Date; id: string };

export const toTimeCursor = (at: Date, id: string): string => `${at.toISOString()} ${id}`;

export function readTimeCursor(cursor: string | null, start: Date): TimeCursor {
  if (cursor === null) return { at: start, id: "" };
  const space = cursor.indexOf(" ");
  return { at: new Date(cursor.slice(0, space)), id: cursor.slice(space + 1) };
}
