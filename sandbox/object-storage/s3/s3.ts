import type { FastifyReply, FastifyRequest } from "fastify";
import type { Vendor } from "../../base/vendor.ts";
import { type Bucket, isRefusal, makeBucket, type StoredObject } from "./bucket.ts";
import { checkSignature, type Key, type S3Refusal } from "./signature.ts";
import { readParts, toXml, type XmlValue } from "./xml.ts";

const KEY: Key = { id: "RAWAJS3TESTKEY", secret: "rawaj-s3-secret-of-the-sandbox" };
const BUCKET = "rawaj-media";
const PAGE = 1_000;

type Call = { request: FastifyRequest; reply: FastifyReply; key: string; query: URLSearchParams };

/**
 * Amazon S3, addressed by path (S3 API reference): one bucket with its objects, ranges, listing and multipart uploads.
 * What it keeps is in memory. The product uses a folder unless its S3 settings are given, so none are handed out here.
 */
export function makeS3(): Vendor {
  const bucket = makeBucket();

  function serve(request: FastifyRequest, reply: FastifyReply) {
    const url = new URL(request.vendorPath, "http://s3");
    const [, name = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const refused = checkSignature(request, KEY) ?? findWrongBucket(name);
    if (refused) return sendRefusal(reply, refused);
    const call: Call = { request, reply, key: rest.join("/"), query: url.searchParams };
    return call.key === "" ? serveBucket(bucket, call) : serveObject(bucket, call);
  }

  return {
    vendor: "s3",
    title: { ar: "تخزين S3", en: "S3 storage" },
    credentials: {},
    hosts: [
      {
        name: "s3",
        standsFor: "s3.amazonaws.com",
        renderFailure: (reply, { status, message }) =>
          sendRefusal(reply, { status, code: failureCodes[status] ?? "InternalError", message }),
        routes(app) {
          const method = ["GET", "HEAD", "PUT", "POST", "DELETE"];
          app.route({ method, url: "/*", handler: serve, exposeHeadRoute: false });
        },
      },
    ],
  };
}

const failureCodes: Record<number, string> = { 400: "InvalidRequest", 429: "SlowDown", 503: "SlowDown" };

const findWrongBucket = (name: string): S3Refusal | null =>
  name === BUCKET
    ? null
    : { status: 404, code: "NoSuchBucket", message: "The specified bucket does not exist" };

function serveBucket(bucket: Bucket, { request, reply, query }: Call) {
  if (request.method === "HEAD") return reply.status(200).send();
  if (request.method !== "GET") return sendUnknown(reply);
  if (query.has("uploads")) {
    const Upload = bucket
      .listUploads()
      .slice(0, PAGE)
      .map(({ id, key, initiatedAt }) => ({ Key: key, UploadId: id, Initiated: initiatedAt.toISOString() }));
    return sendXml(reply, "ListMultipartUploadsResult", { Bucket: BUCKET, IsTruncated: false, Upload });
  }
  return query.get("list-type") === "2" ? listObjects(bucket, { reply, query }) : sendUnknown(reply);
}

function listObjects(bucket: Bucket, { reply, query }: Pick<Call, "reply" | "query">) {
  const prefix = query.get("prefix") ?? "";
  const token = query.get("continuation-token");
  const after = token ? Buffer.from(token, "base64url").toString() : (query.get("start-after") ?? "");
  const max = Math.min(Number(query.get("max-keys") ?? PAGE), PAGE);
  const { page, isTruncated } = bucket.list(prefix, after, max);
  const last = page.at(-1)?.key ?? "";
  return sendXml(reply, "ListBucketResult", {
    Name: BUCKET,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: max,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? Buffer.from(last).toString("base64url") : undefined,
    Contents: page.map(({ key, bytes, etag, modifiedAt }) => ({
      Key: key,
      LastModified: modifiedAt.toISOString(),
      ETag: `"${etag}"`,
      Size: bytes.length,
      StorageClass: "STANDARD",
    })),
  });
}

function serveObject(bucket: Bucket, call: Call) {
  const { request, reply, key, query } = call;
  if (query.has("uploadId") || query.has("uploads")) return serveMultipart(bucket, call);
  switch (request.method) {
    case "PUT":
      return sendStored(reply, bucket.put(key, request.rawBody));
    case "DELETE":
      bucket.remove(key);
      return reply.status(204).send();
    case "GET":
    case "HEAD":
      return sendObject(call, bucket.find(key));
    default:
      return sendUnknown(reply);
  }
}

function serveMultipart(bucket: Bucket, { request, reply, key, query }: Call) {
  const id = query.get("uploadId") ?? "";
  switch (request.method) {
    case "POST": {
      if (query.has("uploads"))
        return sendXml(reply, "InitiateMultipartUploadResult", {
          Bucket: BUCKET,
          Key: key,
          UploadId: bucket.begin(key),
        });
      const done = bucket.complete(key, id, readParts(request.rawBody.toString("utf8")));
      if (isRefusal(done)) return sendRefusal(reply, done);
      const ETag = `"${done.etag}"`;
      return sendXml(reply, "CompleteMultipartUploadResult", { Bucket: BUCKET, Key: key, ETag });
    }
    case "PUT":
      return sendStored(reply, bucket.addPart(key, id, Number(query.get("partNumber")), request.rawBody));
    case "DELETE": {
      const refused = bucket.abort(key, id);
      return refused ? sendRefusal(reply, refused) : reply.status(204).send();
    }
    default:
      return sendUnknown(reply);
  }
}

function sendObject({ request, reply }: Call, found: StoredObject | undefined) {
  if (!found)
    return sendRefusal(reply, { status: 404, code: "NoSuchKey", message: "The key does not exist" });
  const { bytes, etag, modifiedAt } = found;
  reply.headers({ etag: `"${etag}"`, "last-modified": modifiedAt.toUTCString(), "accept-ranges": "bytes" });
  reply.type("application/octet-stream");
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (request.method === "HEAD") return reply.header("content-length", bytes.length).send();
  if (first === undefined) return reply.send(bytes);
  if (Number(first) >= bytes.length)
    return sendRefusal(reply, { status: 416, code: "InvalidRange", message: "The range is not satisfiable" });
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1);
  reply.header("content-range", `bytes ${first}-${end}/${bytes.length}`);
  return reply.status(206).send(bytes.subarray(Number(first), end + 1));
}

function sendStored(reply: FastifyReply, stored: StoredObject | S3Refusal) {
  if (isRefusal(stored)) return sendRefusal(reply, stored);
  return reply.header("etag", `"${stored.etag}"`).status(200).send();
}

const sendUnknown = (reply: FastifyReply) =>
  sendRefusal(reply, { status: 501, code: "NotImplemented", message: "This call is not simulated" });

const sendXml = (reply: FastifyReply, name: string, value: XmlValue) =>
  reply.type("application/xml").send(toXml(name, value));

/** A HEAD has no body, so its refusals are statuses alone. */
function sendRefusal(reply: FastifyReply, { status, code, message }: S3Refusal) {
  if (reply.request.method === "HEAD") return reply.status(status).send();
  return reply
    .status(status)
    .type("application/xml")
    .send(toXml("Error", { Code: code, Message: message, RequestId: "sandbox" }));
}
