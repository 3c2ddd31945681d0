import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Json } from "../shared/field-table.ts";
import { type Call, mayWrite, type Room } from "./call.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, refused } from "./errors.ts";
import { IMAGE_BYTES_MAX, IMAGE_NAME_MAX } from "./facts.ts";
import { onlyKnown } from "./params.ts";

/** POST act_X/adimages: one image as base64 `bytes`, or multipart files named by their part. The same bytes give the same hash. */
export async function uploadImages(room: Room, account: DemoAccount, call: Call): Promise<Json> {
  mayWrite(call, account);
  onlyKnown(call.params, ["bytes", "name", "copy_from"]);
  const files: ImageFile[] = [
    ...call.files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    ...inlineOf(call.params),
  ];
  if (files.length === 0) throw invalid("The parameter bytes is required.", { blame: ["bytes"] });
  const images: Json = {};
  for (const file of files) images[file.key ?? file.name] = await keepImage(room, account, file);
  return { images };
}

type ImageFile = { name: string; bytes: Buffer; key?: string };

function inlineOf({ bytes, name }: Json): ImageFile[] {
  if (typeof bytes !== "string") return [];
  return [
    { name: typeof name === "string" ? name : "untitled", bytes: Buffer.from(bytes, "base64"), key: "bytes" },
  ];
}

async function keepImage(room: Room, account: DemoAccount, { name, bytes }: ImageFile): Promise<Json> {
  if (name.length > IMAGE_NAME_MAX)
    throw invalid(`The name of an image has ${IMAGE_NAME_MAX} characters at most`);
  if (bytes.length > IMAGE_BYTES_MAX)
    throw refused(1_487_201, "Image too large", "An image has 30 MB at most.");
  const seen = await sharp(bytes, { failOn: "truncated" })
    .metadata()
    .catch(() => null);
  if (!seen || !["png", "jpeg", "gif"].includes(seen.format))
    throw refused(1_487_411, "Not an image", "An image must be a JPG, a PNG or a GIF file.", ["bytes"]);
  const hash = createHash("md5").update(bytes).digest("hex");
  const id = `${account.id}:${hash}`;
  const now = room.world.now().toISOString();
  const url = `https://scontent.example/${hash}.${seen.format}`;
  const shown = { hash, url, width: seen.width, height: seen.height, name };
  const known = room.registry.tables.adimages.get(id);
  room.registry.tables.adimages.put({
    id,
    kind: "adimages",
    account_id: account.id,
    parent_id: account.id,
    turn: known?.turn ?? room.registry.nextTurn(),
    deleted: false,
    submitted_at: room.world.now().getTime(),
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
export function removeImage(room: Room, account: DemoAccount, call: Call): Json {
  mayWrite(call, account);
  const id = `${account.id}:${String(call.params.hash ?? "")}`;
  if (!room.registry.tables.adimages.get(id))
    throw invalid("There is no image with this hash", { blame: ["hash"] });
  room.registry.tables.adimages.delete(id);
  return { success: true };
}
