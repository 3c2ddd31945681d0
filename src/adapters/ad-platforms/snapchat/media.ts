import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import { readAs } from "../shared/read-as.ts";
import { bears, nameWith } from "../shared/reference.ts";
import { rejected } from "./faults.ts";
import { uploadMedia } from "./upload.ts";
import type { Wire } from "./wire.ts";
import { media as mediaShape, nameMax } from "./wire-shapes.ts";

/** Seconds until a file that is still being worked on is looked at again. */
const processingSeconds = 5;

/**
 * The id of the merchant's file on Snapchat, READY to be shown. Found by our reference when it already stands; half an
 * upload is made whole. Throws `later` while Snapchat works on it.
 */
export async function readyMedia(wire: Wire, account: AdAccountContext, file: AdMedia | null): Promise<string> {
  if (!file) refuse("media_missing", "no picture or video");
  const { accessToken } = account;
  const standing = (await mediaWith(wire, account, file.reference)) ?? (await declare(wire, account, file));
  if (standing.media_status === "PENDING_UPLOAD") await uploadMedia(wire, accessToken, standing.id, file);
  const now =
    standing.media_status === "READY"
      ? standing
      : readAs(mediaShape, await wire.readOne(accessToken, `/v1/media/${standing.id}`, "media"));
  if (now.media_status === "READY") return now.id;
  if (/FAIL|ERROR|REJECT/.test(now.media_status))
    throw rejected(`media ${now.media_status}`, "ad_accounts:media_refused");
  throw new AdapterFault("later", {
    reason: `media ${now.media_status}`,
    retryAfterSeconds: processingSeconds,
  });
}

async function declare(wire: Wire, account: AdAccountContext, file: AdMedia) {
  const path = `/v1/adaccounts/${account.adAccountId}/media`;
  const made = await wire.write(account.accessToken, "POST", path, "media", {
    name: nameWith(file.reference, file.fileName, nameMax),
    type: file.kind === "video" ? "VIDEO" : "IMAGE",
    ad_account_id: account.adAccountId,
  });
  return readAs(mediaShape, made);
}

async function mediaWith(wire: Wire, account: AdAccountContext, reference: string) {
  const path = `/v1/adaccounts/${account.adAccountId}/media`;
  for await (const raw of wire.list(account.accessToken, path, "media")) {
    const media = readAs(mediaShape, raw);
    if (bears(media.name, reference)) return media;
  }
  return null;
}
