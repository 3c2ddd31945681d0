import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import { disconnectStore, revokeAccess } from "./disconnect-store.ts";
import type { StoresDeps } from "./stores.deps.ts";

type Deps = Pick<StoresDeps, "merchants" | "vault" | "platforms" | "log" | "publicUrl">;

/** Before an account is erased, every store is disconnected: our webhooks are removed at its platform, and its tokens deleted. */
export const disconnectAll = (deps: Deps): ErasureStep => {
  const disconnect = disconnectStore(deps);
  const revoke = revokeAccess(deps);
  return {
    name: "disconnect",
    async run(ctx) {
      const stores = await ctx.db.many<Row<"stores.stores", "id" | "status">>(sql`
        select id, status from stores.stores where merchant_id = ${ctx.actor.merchantId} order by id`);
      const faults: unknown[] = [];
      for (const { id: storeId, status } of stores)
        try {
          if (status !== "disconnected") await disconnect(ctx, { storeId });
          await revoke(ctx, { storeId });
        } catch (fault) {
          faults.push(fault);
        }
      if (faults.length > 0) throw new AggregateError(faults, `${faults.length} stores could not be left`);
      return true;
    },
  };
};
