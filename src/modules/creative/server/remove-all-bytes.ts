import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import type { ObjectStorage } from "./object-storage.port.ts";

const batchSize = 100;

/** Before an account is erased, the bytes of its files are removed; their rows go after them. */
export const removeAllBytes = (storage: Pick<ObjectStorage, "remove">): ErasureStep => ({
  name: "files",
  async run({ db, actor }) {
    for (let after = ""; ; ) {
      const files = await db.many<Row<"creative.media", "id" | "storage_key" | "thumbnail_key">>(sql`
        select id, storage_key, thumbnail_key from creative.media
        where merchant_id = ${actor.merchantId} and id > ${after} order by id limit ${batchSize}`);
      for (const { storage_key, thumbnail_key } of files) {
        await storage.remove(storage_key);
        await storage.remove(thumbnail_key);
      }
      if (files.length < batchSize) return true;
      after = files.at(-1)?.id ?? after;
    }
  },
});
