import { empty, type Sql, sql } from "#base/server/db/db.ts";

/** A place in a list whose newest item is first; the id breaks ties. */
export type Place = { at: Date; id: string };

export const encodePlace = ({ at, id }: Place): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString("base64url");

/** A cursor that is not ours is ignored. */
export function decodePlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [unknown, unknown];
    const time = new Date(String(at));
    const isOurs = typeof id === "string" && /^\w{5,60}$/.test(id) && !Number.isNaN(time.getTime());
    return isOurs ? { at: time, id } : null;
  } catch {
    return null;
  }
}

/** `and (at, id) < …`, for these two columns; empty at the list's beginning. */
export const beyond = (place: Place | null, at: Sql, id: Sql): Sql =>
  place ? sql`and (${at}, ${id}) < (${place.at}::timestamptz, ${place.id})` : empty;
