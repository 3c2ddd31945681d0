import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import { formatObjectName, hasReference } from "../shared/reference.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { media as mediaShape, nameMax } from "./response-schemas.ts";
import { uploadMedia } from "./upload.ts";

/** Seconds until a file that Snapchat still processes is checked again. */
const processingSeconds = 5;

/**
 * The id of the merchant's file on Snapchat, READY to be shown. Found by our reference if it exists already; an
 * incomplete upload is completed. Throws `later` while Snapchat processes it.
 */
export async function ensureMedia(
  client: ApiClient,
  account: AdAccountContext,
  file: AdMedia | null,
): Promise<string> {
  if (!file) refuse("media_missing", "no image or video");
  const { accessToken } = account;
  const existing =
    (await findMedia(client, account, file.reference)) ?? (await createMedia(client, account, file));
  if (existing.media_status === "PENDING_UPLOAD") await uploadMedia(client, accessToken, existing.id, file);
  const now =
    existing.media_status === "READY"
      ? existing
      : parseAs(mediaShape, await client.readOne(accessToken, `/v1/media/${existing.id}`, "media"));
  if (now.media_status === "READY") return now.id;
  if (/FAIL|ERROR|REJECT/.test(now.media_status))
    throw rejected(`media ${now.media_status}`, "ad_accounts:media_refused");
  throw new AdapterFault("later", {
    reason: `media ${now.media_status}`,
    messageKey: "ad_accounts:media_preparing",
    retryAfterSeconds: processingSeconds,
  });
}

async function createMedia(client: ApiClient, account: AdAccountContext, file: AdMedia) {
  const path = `/v1/adaccounts/${account.adAccountId}/media`;
  const created = await client.write(account.accessToken, "POST", path, "media", {
    name: formatObjectName(file.reference, file.fileName, nameMax),
    type: file.kind === "video" ? "VIDEO" : "IMAGE",
    ad_account_id: account.adAccountId,
  });
  return parseAs(mediaShape, created);
}

async function findMedia(client: ApiClient, account: AdAccountContext, reference: string) {
  const path = `/v1/adaccounts/${account.adAccountId}/media`;
  for await (const raw of client.list(account.accessToken, path, "media")) {
    const media = parseAs(mediaShape, raw);
    if (hasReference(media.name, reference)) return media;
  }
  return null;
}
