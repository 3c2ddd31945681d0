import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import { bears, markOf, nameWith } from "./reference.ts";
import { uploadMedia } from "./upload.ts";
import type { Wire } from "./wire.ts";
import { media } from "./wire-shapes.ts";

/** X docs, Ads API, Media Library. */
const nameMax = 100;
/** The most on one page of it is not published (unconfirmed); twenty is usual. */
const libraryPage = 20;
/** Seconds until a file that is still being worked on is looked at again. */
const processingSeconds = 5;

/**
 * The media key of the merchant's file in the account's library, ready to be shown. Found by our reference when it already
 * stands; an upload that did not reach the library is made again. Throws `later` while X works on it.
 */
export async function readyMedia(ads: Wire, api: Wire, account: AdAccountContext, file: AdMedia): Promise<string> {
  const standing = (await mediaWith(ads, account, file.reference)) ?? (await upload(ads, api, account, file));
  if (standing.media_status === "TRANSCODE_COMPLETED") return standing.media_key;
  if (/FAIL/.test(standing.media_status))
    throw rejected(`media ${standing.media_status}`, "ad_accounts:media_refused");
  throw new AdapterFault("later", {
    reason: `media ${standing.media_status}`,
    retryAfterSeconds: processingSeconds,
  });
}

async function upload(ads: Wire, api: Wire, account: AdAccountContext, file: AdMedia) {
  const { accessToken, adAccountId, profileId } = account;
  const media_key = await uploadMedia(api, accessToken, file, profileId ?? "");
  const parameters = { media_key, name: nameWith(file.reference, file.fileName, nameMax) };
  const path = `/accounts/${adAccountId}/media_library`;
  return readAs(media, await ads.write(accessToken, { method: "POST", path, parameters }));
}

async function mediaWith(ads: Wire, account: AdAccountContext, reference: string) {
  const path = `/accounts/${account.adAccountId}/media_library`;
  for await (const raw of ads.list(account.accessToken, path, { q: markOf(reference), count: libraryPage })) {
    const found = readAs(media, raw);
    if (bears(found.name, reference)) return found;
  }
  return null;
}
