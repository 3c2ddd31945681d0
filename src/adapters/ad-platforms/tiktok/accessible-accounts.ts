import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AccessibleAdAccount, AccessibleOrganization } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { isCustom, profileIdOf } from "./identity.ts";
import type { Wire } from "./wire.ts";

const idsAtOnce = 100;
const reached = z.looseObject({ list: z.array(z.looseObject({ advertiser_id: z.string() })) });
const advertiser = z.looseObject({
  advertiser_id: z.string(),
  name: z.string(),
  status: z.string(),
  currency: z.string(),
  timezone: z.string(),
  display_timezone: z.string().nullish(),
});
const advertisers = z.looseObject({ list: z.array(advertiser) });
const identities = z.looseObject({
  identity_list: z.array(
    z.looseObject({
      identity_id: z.string(),
      identity_type: z.string(),
      identity_authorized_bc_id: z.string().nullish(),
      display_name: z.string().nullish(),
      username: z.string().nullish(),
      available_status: z.string().nullish(),
      can_push_video: z.boolean().nullish(),
    }),
  ),
});
type Identity = z.output<typeof identities>["identity_list"][number];
const pixels = z.looseObject({ pixels: z.array(z.looseObject({ pixel_id: z.string() })) });

/**
 * What the person behind the token may advertise with. TikTok has no organisations: each ad account (advertiser) stands
 * for one, since the identities that ads appear under belong to it alone.
 */
export function makeAccessibleAccounts(wire: Wire, app: { appId: string; secret: string }): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const query = { app_id: app.appId, secret: app.secret };
      const { list } = readAs(reached, await wire.get(accessToken, "/oauth2/advertiser/get/", query));
      const ids = list.map((each) => each.advertiser_id);
      const found: AccessibleOrganization[] = [];
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const asked = { advertiser_ids: ids.slice(from, from + idsAtOnce) };
        const told = readAs(advertisers, await wire.get(accessToken, "/advertiser/info/", asked));
        for (const each of told.list) found.push(await organizationOf(wire, accessToken, each));
      }
      return found;
    },
    async findPixel(accessToken, { adAccountId }) {
      const query = { advertiser_id: adAccountId, page: 1, page_size: 10 };
      const found = readAs(pixels, await wire.get(accessToken, "/pixel/list/", query));
      return found.pixels[0]?.pixel_id ?? null;
    },
  };
}

async function organizationOf(
  wire: Wire,
  accessToken: string,
  { advertiser_id: id, name, status, currency, timezone, display_timezone }: z.output<typeof advertiser>,
): Promise<AccessibleOrganization> {
  const isUsable = status === "STATUS_ENABLE";
  // The display zone names a place, whose clocks change; the other may be a bare difference to UTC.
  const base = { id, name, currency, timeZone: display_timezone || timezone, isUsable };
  const account: AccessibleAdAccount = isUsable ? base : { ...base, reason: "disabled" };
  // Where nothing can be advertised, identities would be asked for in vain.
  const profiles = isUsable ? await identitiesOf(wire, accessToken, id) : [];
  return { id, name, adAccounts: [account], profiles };
}

/** None, too, when this person may not see them: for making ads it comes to the same. */
async function identitiesOf(wire: Wire, accessToken: string, advertiserId: string) {
  try {
    const query = { advertiser_id: advertiserId, page: 1, page_size: 100 };
    const { identity_list } = readAs(identities, await wire.get(accessToken, "/identity/get/", query));
    return identity_list.filter(isFitForAds).map((each) => ({ id: profileIdOf(each), name: nameOf(each) }));
  } catch (error) {
    if (!isFault(error, "rejected")) throw error;
    return [];
  }
}

/** A TikTok account must be reachable and let us put films up in its name; names that stand for none are over. */
function isFitForAds({ identity_type, available_status, can_push_video }: Identity): boolean {
  const isAccount = !isCustom(identity_type);
  return isAccount && (available_status ?? "AVAILABLE") === "AVAILABLE" && can_push_video !== false;
}

function nameOf({ display_name, username, identity_id }: Identity): string {
  const name = display_name || identity_id;
  return username ? `${name} (@${username})` : name;
}
