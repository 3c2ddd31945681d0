import type { MerchantsFacade } from "../server/merchants.facade.ts";

/** Names members by their ids, and leaves the reader out, without any merchants. */
export const fakeNameActors: MerchantsFacade["nameActors"] = async ({ actor }, entries) =>
  new Map(
    entries.flatMap(({ actor_kind, actor_id }): [string, string][] =>
      actor_kind === "member" && actor_id !== null && actor_id !== actor.by.id
        ? [[actor_id, `Name of ${actor_id}`]]
        : [],
    ),
  );
