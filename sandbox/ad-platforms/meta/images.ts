import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Json } from "../shared/field-table.ts";
import { type Call, type Context, requireWrite } from "./call.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, refused } from "./errors.ts";
import { IMAGE_BYTES_MAX, IMAGE_NAME_MAX } from "./facts.ts";
import { rejectUnknownParams } from "./params.ts";

/**
 * POST act_X/adimages: one image as base64 `bytes`, or multipart files named by their part. The same bytes give the
 * same hash.
 */
export async function uploadImages(context: Context, account: DemoAccount, call: Call): Promise<Json> {
  requireWrite(call, account);
  rejectUnknownParams(call.params, ["bytes", "name", "copy_from"]);
  const files: ImageFile[] = [
    ...call.files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    ...decodeInlineImages(call.params),
  ];
  if (files.length === 0) throw invalid("The parameter bytes is required.", { blame: ["bytes"] });
  const images: Json = {};
  for (const file of files) images[file.key ?? file.name] = await storeImage(context, account, file);
  return { images };
}

type ImageFile = { name: string; bytes: Buffer; key?: string };

function decodeInlineImages({ bytes, name }: Json): ImageFile[] {
  if (typeof bytes !== "string") return [];
  return [
    { name: typeof name === "string" ? name : "untitled", bytes: Buffer.from(bytes, "base64"), key: "bytes" },
  ];
}

async function storeImage(context: Context, account: DemoAccount, { name, bytes }: ImageFile): Promise<Json> {
  if (name.length > IMAGE_NAME_MAX)
    throw invalid(`The name of an image has ${IMAGE_NAME_MAX} characters at most`);
  if (bytes.length > IMAGE_BYTES_MAX)
    throw refused(1_487_201, "Image too large", "An image has 30 MB at most.");
  const metadata = await sharp(bytes, { failOn: "truncated" })
    .metadata()
    .catch(() => null);
  if (!metadata || !["png", "jpeg", "gif"].includes(metadata.format))
    throw refused(1_487_411, "Not an image", "An image must be a JPG, a PNG or a GIF file.", ["bytes"]);
  const hash = createHash("md5").update(bytes).digest("hex");
  const id = `${account.id}:${hash}`;
  const now = context.world.now().toISOString();
  const url = `https://scontent.example/${hash}.${metadata.format}`;
  const shown = { hash, url, width: metadata.width, height: metadata.height, name };
  const known = context.registry.tables.adimages.get(id);
  context.registry.tables.adimages.put({
    id,
    kind: "adimages",
    account_id: account.id,
    parent_id: account.id,
    sequence: known?.sequence ?? context.registry.nextSequence(),
    deleted: false,
    submitted_at: context.world.now().getTime(),
    wire: {
      id,
      ...shown,
      status: "ACTIVE",
      created_time: known?.wire.created_time ?? now,
      updated_time: now,
    },
  });
  return shown;
}

/** DELETE act_X/adimages?hash=… */
export function removeImage(context: Context, account: DemoAccount, call: Call): Json {
  requireWrite(call, account);
  const id = `${account.id}:${String(call.params.hash ?? "")}`;
  if (!context.registry.tables.adimages.get(id))
    throw invalid("There is no image with this hash", { blame: ["hash"] });
  context.registry.tables.adimages.delete(id);
  return { success: true };
}
