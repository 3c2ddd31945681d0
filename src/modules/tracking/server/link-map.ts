import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

const page = 50_000;

/** One bit for each of the hundred million possible ids: 12.5 MB, whatever the number of links. */
export function makeLinkMap() {
  const bits = new Uint8Array(100_000_000 / 8);

  function add(id: string) {
    const at = Number(id);
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }

  return {
    add,
    has(id: string): boolean {
      const at = Number(id);
      return ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
    },
    /** Marks every existing link. Links are never deleted, so no bit is ever cleared. */
    async load(db: Db): Promise<void> {
      for (let last = ""; ; ) {
        const rows = await db.many<Row<"tracking.links", "id">>(
          sql`select id from tracking.links where id > ${last} order by id limit ${page}`,
        );
        for (const { id } of rows) add(id);
        last = rows.at(-1)?.id ?? "";
        if (rows.length < page) return;
      }
    },
  };
}
