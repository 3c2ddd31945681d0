import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

export type S3Refusal = { status: number; code: string; message: string };
export type Key = { id: string; secret: string };

const MAX_SKEW_MS = 15 * 60_000;
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

const refuse = (status: number, code: string, message: string): S3Refusal => ({ status, code, message });

/**
 * Checks a request's Signature Version 4 (S3 API reference, "Authenticating Requests: Using the Authorization Header") and
 * that the body is the one that was signed. Null when it is right.
 */
export function checkSignature(request: FastifyRequest, key: Key): S3Refusal | null {
  const { authorization = "", ...headers } = request.headers;
  const [, id = "", day = "", region = "", signed = "", given = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (id === "") return refuse(403, "AccessDenied", "Access Denied");
  if (id !== key.id) return refuse(403, "InvalidAccessKeyId", "The AWS Access Key Id does not exist");
  const at = String(headers["x-amz-date"]);
  if (!isNow(at)) return refuse(403, "RequestTimeTooSkewed", "The request time is too far from ours");
  const payload = String(headers["x-amz-content-sha256"]);
  const wrongBody = checkPayload(payload, request.rawBody);
  if (wrongBody) return wrongBody;
  const names = signed.split(";");
  if (!names.includes("host")) return refuse(403, "AccessDenied", "The host must be signed");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(toCanonical(request, names, payload))}`;
  const signingKey = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${key.secret}`, day));
  const isRight = timingSafeEqual(hmac(signingKey, text), Buffer.from(given, "hex"));
  return isRight ? null : refuse(403, "SignatureDoesNotMatch", "The signature does not match");
}

function isNow(at: string): boolean {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  return parts.length === 6 && Math.abs(Date.UTC(year, month - 1, ...rest) - Date.now()) < MAX_SKEW_MS;
}

function checkPayload(payload: string, body: Buffer): S3Refusal | null {
  if (payload === "UNSIGNED-PAYLOAD" || payload === sha256(body)) return null;
  if (payload.startsWith("STREAMING-"))
    return refuse(501, "NotImplemented", "Chunked signatures are not simulated");
  return refuse(400, "XAmzContentSHA256Mismatch", "The body is not the one that was signed");
}

/** The canonical request: method, path as sent, query sorted, signed headers, payload. */
function toCanonical(request: FastifyRequest, names: string[], payload: string): string {
  const [path = "", query = ""] = (request.raw.url ?? "").split("?");
  const pairs = query
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`;
    });
  const lines = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? "")
        .trim()
        .replace(/ +/g, " ")}\n`,
  );
  return [request.method, path, pairs.sort().join("&"), lines.join(""), names.join(";"), payload].join("\n");
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
