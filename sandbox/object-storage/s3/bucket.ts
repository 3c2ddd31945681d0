import { createHash, randomBytes } from "node:crypto";
import type { S3Refusal } from "./signature.ts";

export type StoredObject = { bytes: Buffer; etag: string; modifiedAt: Date };
type Multipart = { key: string; parts: Map<number, StoredObject>; initiatedAt: Date };

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
const toObject = (bytes: Buffer, etag = md5(bytes)): StoredObject => ({
  bytes,
  etag,
  modifiedAt: new Date(),
});

const refuse = (status: number, code: string, message: string): S3Refusal => ({ status, code, message });
export const isRefusal = (value: object): value is S3Refusal => "code" in value;

/** A bucket in memory: objects by key, and multipart uploads that are not completed. */
export function makeBucket() {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Multipart>();

  const findUpload = (key: string, id: string): Multipart | S3Refusal => {
    const upload = uploads.get(id);
    return upload?.key === key
      ? upload
      : refuse(404, "NoSuchUpload", "The specified multipart upload does not exist");
  };

  return {
    find: (key: string): StoredObject | undefined => objects.get(key),
    put(key: string, bytes: Buffer): StoredObject {
      const stored = toObject(bytes);
      objects.set(key, stored);
      return stored;
    },
    remove: (key: string): boolean => objects.delete(key),

    /** One page of keys in the order of their bytes, after `after`. */
    list(prefix: string, after: string, max: number) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
      const page = keys.slice(0, max).map((key) => ({ key, ...(objects.get(key) as StoredObject) }));
      return { page, isTruncated: keys.length > max };
    },

    begin(key: string): string {
      const id = randomBytes(24).toString("base64url");
      uploads.set(id, { key, parts: new Map(), initiatedAt: new Date() });
      return id;
    },
    addPart(key: string, id: string, number: number, bytes: Buffer): StoredObject | S3Refusal {
      const upload = findUpload(key, id);
      if (isRefusal(upload)) return upload;
      if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS)
        return refuse(400, "InvalidArgument", "Part number must be an integer between 1 and 10000");
      const part = toObject(bytes);
      upload.parts.set(number, part);
      return part;
    },
    complete(key: string, id: string, named: { number: number; etag: string }[]): StoredObject | S3Refusal {
      const upload = findUpload(key, id);
      if (isRefusal(upload)) return upload;
      if (named.length === 0) return refuse(400, "MalformedXML", "The XML names no part");
      if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0)))
        return refuse(400, "InvalidPartOrder", "The list of parts was not in ascending order");
      const parts = named.flatMap(({ number, etag }) => {
        const part = upload.parts.get(number);
        return part?.etag === etag ? [part] : [];
      });
      if (parts.length < named.length)
        return refuse(400, "InvalidPart", "One or more of the specified parts could not be found");
      if (parts.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART_BYTES))
        return refuse(400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
      const hashes = Buffer.concat(parts.map((part) => Buffer.from(part.etag, "hex")));
      const etag = `${md5(hashes)}-${parts.length}`;
      const stored = toObject(Buffer.concat(parts.map(({ bytes }) => bytes)), etag);
      objects.set(key, stored);
      uploads.delete(id);
      return stored;
    },
    abort(key: string, id: string): S3Refusal | null {
      const upload = findUpload(key, id);
      if (isRefusal(upload)) return upload;
      uploads.delete(id);
      return null;
    },
    listUploads: () => [...uploads].map(([id, { key, initiatedAt }]) => ({ id, key, initiatedAt })),
  };
}
export type Bucket = ReturnType<typeof makeBucket>;
