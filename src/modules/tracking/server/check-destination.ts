import type { ReadContext } from "#base/server/context.ts";
import { leadsUnder, parseLink } from "#modules/stores/contract/store-address.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";

export type CheckDestinationDeps = { stores: Pick<StoresFacade, "listRegisteredHosts"> };

/**
 * The address as it is stored: normalised, and under an address of the merchant's stores. Refuses
 * `tracking.destination_not_registered`.
 */
export const checkDestination =
  ({ stores }: CheckDestinationDeps) =>
  async (ctx: ReadContext, typed: string): Promise<string> => {
    const destination = parseLink(typed.trim())?.href;
    const hosts = await stores.listRegisteredHosts(ctx);
    return destination && leadsUnder(destination, hosts)
      ? destination
      : trackingRefusals.refuse("tracking.destination_not_registered", {}, "destination_url");
  };
