import { type ReadContext, transact } from "#base/server/context.ts";
import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { listLists, switchListsOff } from "./lists.store.ts";
import { refreshList } from "./refresh-list.ts";

type Deps = Pick<ConversionsDeps, "stores" | "adAccounts" | "systemClock" | "vault">;

/** Before an account is erased, its customer lists are deleted on the platforms; one that fails does not hold up the others. */
export const withdrawLists = (deps: Deps): ErasureStep => {
  const refresh = refreshList(deps);
  return {
    name: "lists",
    async run(ctx: ReadContext) {
      await transact(ctx, (ctx) => switchListsOff(ctx, deps.systemClock.now()));
      for (const { ad_account_id } of await listLists(ctx))
        await refresh(ctx, { adAccountId: ad_account_id });
      return (await listLists(ctx)).length === 0;
    },
  };
};
