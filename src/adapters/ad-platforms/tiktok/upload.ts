import { createHash } from "node:crypto";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { filePart } from "../shared/multipart.ts";
import type { ApiClient } from "./api-client.ts";

const timeoutMs = 300_000;

type Upload = { kind: "image" | "video"; file: AdMedia; fileName: string; canAutoFix: boolean };

/** Streams a file's bytes. The file is read twice: TikTok requires its MD5 before the bytes. */
export async function uploadFile(
  client: ApiClient,
  account: AdAccountContext,
  { kind, file, fileName, canAutoFix }: Upload,
): Promise<unknown> {
  const fields = {
    advertiser_id: account.adAccountId,
    upload_type: "UPLOAD_BY_FILE",
    file_name: fileName,
    [`${kind}_signature`]: await computeMd5(file),
    // TikTok fixes a video's flaws only if allowed.
    ...(kind === "video" ? { flaw_detect: String(canAutoFix), auto_fix_enabled: String(canAutoFix) } : {}),
  };
  const bytes = (await file.open()) as AsyncIterable<Uint8Array>;
  const { mime, bytes: length } = file;
  const stream = filePart({ part: `${kind}_file`, fileName, mime, length, bytes, fields });
  return client.upload(account.accessToken, `/file/${kind}/ad/upload/`, stream, timeoutMs);
}

async function computeMd5(file: AdMedia): Promise<string> {
  const hash = createHash("md5");
  for await (const chunk of (await file.open()) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest("hex");
}
