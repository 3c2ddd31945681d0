import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { formatObjectName, formatReference, hasReference } from "./reference.ts";
import { media } from "./response-schemas.ts";
import { uploadMedia } from "./upload.ts";

/** X docs, Ads API, Media Library. */
const nameMax = 100;
/** The largest page size is not published (unconfirmed); twenty is usual. */
const libraryPage = 20;
/** Seconds until a file that X still processes is checked again. */
const processingSeconds = 5;

/**
 * The media key of the merchant's file in the account's library, ready to be shown. Found by our reference if it exists
 * already; an upload that did not reach the library is repeated. Throws `later` while X processes it.
 */
export async function ensureMedia(
  ads: ApiClient,
  api: ApiClient,
  account: AdAccountContext,
  file: AdMedia,
): Promise<string> {
  const existing = (await findMedia(ads, account, file.reference)) ?? (await upload(ads, api, account, file));
  if (existing.media_status === "TRANSCODE_COMPLETED") return existing.media_key;
  if (/FAIL/.test(existing.media_status))
    throw rejected(`media ${existing.media_status}`, "ad_accounts:media_refused");
  throw new AdapterFault("later", {
    reason: `media ${existing.media_status}`,
    messageKey: "ad_accounts:media_preparing",
    retryAfterSeconds: processingSeconds,
  });
}

async function upload(ads: ApiClient, api: ApiClient, account: AdAccountContext, file: AdMedia) {
  const { accessToken, adAccountId, profileId } = account;
  const media_key = await uploadMedia(api, accessToken, file, profileId ?? "");
  const parameters = { media_key, name: formatObjectName(file.reference, file.fileName, nameMax) };
  const path = `/accounts/${adAccountId}/media_library`;
  return parseAs(media, await ads.write(accessToken, { method: "POST", path, parameters }));
}

async function findMedia(ads: ApiClient, account: AdAccountContext, reference: string) {
  const path = `/accounts/${account.adAccountId}/media_library`;
  for await (const raw of ads.list(account.accessToken, path, {
    q: formatReference(reference),
    count: libraryPage,
  })) {
    const found = parseAs(media, raw);
    if (hasReference(found.name, reference)) return found;
  }
  return null;
}
