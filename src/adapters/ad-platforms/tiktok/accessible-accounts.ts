import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type {
  AccessibleAdAccount,
  AccessibleOrganization,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AccessibleAccountsPart } from "../shared/parts.ts";
import type { ApiClient } from "./api-client.ts";
import { isCustom, toProfileId } from "./identity.ts";

const idsAtOnce = 100;
const advertiserIdsSchema = z.looseObject({ list: z.array(z.looseObject({ advertiser_id: z.string() })) });
const advertiserSchema = z.looseObject({
  advertiser_id: z.string(),
  name: z.string(),
  status: z.string(),
  currency: z.string(),
  timezone: z.string(),
  display_timezone: z.string().nullish(),
});
const advertisersSchema = z.looseObject({ list: z.array(advertiserSchema) });
const identitiesSchema = z.looseObject({
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
type Identity = z.output<typeof identitiesSchema>["identity_list"][number];
const pixelsSchema = z.looseObject({ pixels: z.array(z.looseObject({ pixel_id: z.string() })) });

/**
 * What the token's user may advertise with. TikTok has no organizations: each ad account (advertiser) is offered as
 * one, because the identities that ads appear under belong to it alone.
 */
export function makeAccessibleAccounts(
  client: ApiClient,
  app: { appId: string; secret: string },
): AccessibleAccountsPart {
  return {
    async listAccessibleAccounts(accessToken) {
      const query = { app_id: app.appId, secret: app.secret };
      const { list } = parseAs(
        advertiserIdsSchema,
        await client.get(accessToken, "/oauth2/advertiser/get/", query),
      );
      const ids = list.map((each) => each.advertiser_id);
      const found: AccessibleOrganization[] = [];
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const batch = { advertiser_ids: ids.slice(from, from + idsAtOnce) };
        const response = parseAs(
          advertisersSchema,
          await client.get(accessToken, "/advertiser/info/", batch),
        );
        for (const each of response.list) found.push(await loadOrganization(client, accessToken, each));
      }
      return found;
    },
    async findPixel(accessToken, { adAccountId }) {
      const query = { advertiser_id: adAccountId, page: 1, page_size: 10 };
      const found = parseAs(pixelsSchema, await client.get(accessToken, "/pixel/list/", query));
      return found.pixels[0]?.pixel_id ?? null;
    },
  };
}

async function loadOrganization(
  client: ApiClient,
  accessToken: string,
  {
    advertiser_id: id,
    name,
    status,
    currency,
    timezone,
    display_timezone,
  }: z.output<typeof advertiserSchema>,
): Promise<AccessibleOrganization> {
  const isUsable = status === "STATUS_ENABLE";
  // The display zone is a place's name, with daylight saving rules; the other may be only an offset from UTC.
  const base = { id, name, currency, timeZone: display_timezone || timezone, isUsable };
  const account: AccessibleAdAccount = isUsable ? base : { ...base, reason: "disabled" };
  // Without a usable ad account the identities are not needed.
  const profiles = isUsable ? await listIdentities(client, accessToken, id) : [];
  return { id, name, adAccounts: [account], profiles };
}

/** Also empty if this user may not see them: for creating ads it makes no difference. */
async function listIdentities(client: ApiClient, accessToken: string, advertiserId: string) {
  try {
    const query = { advertiser_id: advertiserId, page: 1, page_size: 100 };
    const { identity_list } = parseAs(
      identitiesSchema,
      await client.get(accessToken, "/identity/get/", query),
    );
    return identity_list
      .filter(canAdvertise)
      .map((each) => ({ id: toProfileId(each), name: formatDisplayName(each) }));
  } catch (error) {
    if (!isFault(error, "rejected")) throw error;
    return [];
  }
}

/** A TikTok account must be available and allow us to post videos for it; custom identities are no longer accepted. */
function canAdvertise({ identity_type, available_status, can_push_video }: Identity): boolean {
  const isAccount = !isCustom(identity_type);
  return isAccount && (available_status ?? "AVAILABLE") === "AVAILABLE" && can_push_video !== false;
}

function formatDisplayName({ display_name, username, identity_id }: Identity): string {
  const name = display_name || identity_id;
  return username ? `${name} (@${username})` : name;
}
