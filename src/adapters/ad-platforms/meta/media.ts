import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdMedia } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import { rejected } from "./faults.ts";
import type { Graph } from "./graph.ts";
import { idSchema } from "./response-schemas.ts";
import { uploadImage, uploadVideo } from "./upload.ts";

export type UploadedMedia =
  | { kind: "image"; hash: string }
  | { kind: "video"; videoId: string; thumbnailUrl: string };

/** Seconds until a video that Meta still processes is checked again. */
const processingSeconds = 15;

const imageSchema = z.looseObject({ hash: z.string(), name: z.string().optional() });
const videoStatusSchema = z.looseObject({ status: z.looseObject({ video_status: z.string() }) });
const thumbnailsSchema = z.looseObject({
  data: z.array(z.looseObject({ uri: z.string(), is_preferred: z.boolean().optional() })),
});

/**
 * The merchant's file on Meta, ready to be shown; found by our reference if it was uploaded already. Throws `later`
 * while Meta processes it.
 */
export async function ensureMedia(
  graph: Graph,
  videoGraph: Graph,
  account: AdAccountContext,
  file: AdMedia | null,
): Promise<UploadedMedia> {
  if (!file) refuse("media_missing", "no image or video");
  if (file.kind !== "video") return { kind: "image", hash: await ensureImage(graph, account, file) };
  const videoId =
    (await findVideo(graph, account, file.reference)) ?? (await uploadVideo(videoGraph, account, file));
  await requireReady(graph, account, videoId);
  return { kind: "video", videoId, thumbnailUrl: await loadThumbnail(graph, account, videoId) };
}

/** Images have our reference as their file name. */
async function ensureImage(graph: Graph, account: AdAccountContext, file: AdMedia): Promise<string> {
  const name = toImageName(file);
  const path = `/act_${account.adAccountId}/adimages`;
  for await (const page of graph.pages(account.accessToken, path, { fields: "hash,name", name })) {
    const found = page.map((raw) => parseAs(imageSchema, raw)).find((image) => image.name === name);
    if (found) return found.hash;
  }
  return uploadImage(graph, account, file, name);
}

function toImageName({ reference, mime }: AdMedia): string {
  return `${reference}.${mime === "image/png" ? "png" : "jpg"}`;
}

async function findVideo(graph: Graph, account: AdAccountContext, reference: string): Promise<string | null> {
  const path = `/act_${account.adAccountId}/advideos`;
  for await (const page of graph.pages(account.accessToken, path, { fields: "id,title", title: reference })) {
    const found = page.find(({ title }) => title === reference);
    if (found) return parseAs(idSchema, found).id;
  }
  return null;
}

async function requireReady(graph: Graph, { accessToken }: AdAccountContext, videoId: string): Promise<void> {
  const { status } = parseAs(
    videoStatusSchema,
    await graph.read(accessToken, `/${videoId}`, { fields: "status" }),
  );
  if (status.video_status === "ready") return;
  const reason = `video ${status.video_status}`;
  if (status.video_status !== "processing") throw rejected(reason, "ad_accounts:media_refused");
  throw new AdapterFault("later", {
    reason,
    messageKey: "ad_accounts:media_preparing",
    retryAfterSeconds: processingSeconds,
  });
}

/** A video's creative needs a thumbnail: the one that Meta generated. */
async function loadThumbnail(
  graph: Graph,
  { accessToken }: AdAccountContext,
  videoId: string,
): Promise<string> {
  const fields = { fields: "uri,is_preferred" };
  const { data } = parseAs(thumbnailsSchema, await graph.read(accessToken, `/${videoId}/thumbnails`, fields));
  const found = data.find((each) => each.is_preferred) ?? data[0];
  if (found) return found.uri;
  throw new AdapterFault("later", {
    reason: "no thumbnail yet",
    messageKey: "ad_accounts:media_preparing",
    retryAfterSeconds: processingSeconds,
  });
}
