import { sql } from "#base/server/db/db.ts";
import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";

/** Before an account is erased, the pictures and logos of its designs are removed; their rows go after them. */
export const removeAllPictures = (storage: Pick<ObjectStorage, "remove">): ErasureStep => ({
  name: "pictures",
  async run({ db, actor: { merchantId } }) {
    const kept = await db.many<{ key: string }>(sql`
      select key from (
        select unnest(array[picture_key, logo_key, background_key]) as key from designer.requests
        where merchant_id = ${merchantId}
        union
        select logo_key from designer.brand_kits where merchant_id = ${merchantId}
      ) kept where key is not null`);
    for (const { key } of kept) await storage.remove(key);
    return true;
  },
});
