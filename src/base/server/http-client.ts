import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Agent, type FormData, request } from "undici";
import { AdapterFault } from "../shared/adapter-fault.ts";
import { checkLiteral, NOT_PUBLIC, publicLookup } from "./public-address.ts";
import { reportResponse } from "./record-responses.ts";
import { nameVendor, observeVendorCall } from "./vendor-calls.ts";

/** One pool per program: connect within 3 s, the whole response within the call's own limit. */
const agent = new Agent({ connect: { timeout: 3_000 }, connections: 32, pipelining: 1 });
/** The same for addresses given by merchants: it connects only to public addresses. */
const publicAgent = new Agent({
  connect: { timeout: 3_000, lookup: publicLookup },
  connections: 32,
  pipelining: 1,
});

export type HttpRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent form-encoded. */
  form?: Record<string, string>;
  /** Sent as multipart/form-data. */
  multipart?: FormData;
  /** Streamed, never held whole in memory: large uploads. The length in bytes is known beforehand. */
  stream?: { type: string; length: number; bytes: AsyncIterable<Uint8Array> };
  /** Whole call, default 30 s. */
  timeoutMs?: number;
  /** The longest body, 16 MiB by default: a longer one is broken off. */
  maxBytes?: number;
  /** A merchant gave the address: only public addresses are allowed; anything else is `rejected`. */
  publicOnly?: boolean;
};

export type HttpResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON, or undefined when it is not JSON. */
  json: unknown;
};

const maxResponseBytes = 16 * 1024 * 1024;
/** Failures after which the other system cannot have acted on any part of the request. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Calls another system and returns the response whatever its status; redirects are not followed. Throws AdapterFault
 * `later` when the request surely never arrived, or when a read got no response; `outcome_unknown` when a write was
 * sent and no response came; `rejected` when only public addresses were allowed and this is not one.
 */
export const httpRequest = (wanted: HttpRequest): Promise<HttpResponse> =>
  send(wanted, async (bytes, type) => {
    const text = await decodeText(bytes, type);
    return { text, json: parseJson(text) };
  });

/** The same for a response that is no text, such as a picture. */
export const httpBytes = (wanted: HttpRequest) => send(wanted, async (bytes) => ({ bytes }));

type Header = string | string[] | undefined;

type Answered<Body> = Pick<HttpResponse, "status" | "headers"> & Body;
type Read<Body> = (bytes: Buffer, type: Header) => Promise<Body>;

const send = <Body extends object>(wanted: HttpRequest, read: Read<Body>): Promise<Answered<Body>> =>
  observeVendorCall(
    { vendor: nameVendor(wanted.url, wanted.publicOnly), method: wanted.method },
    () => exchange(wanted, read),
    ({ status }) => status,
  );

async function exchange<Body extends object>(
  {
    method,
    url,
    headers = {},
    json,
    form,
    multipart,
    stream,
    timeoutMs = 30_000,
    maxBytes = maxResponseBytes,
    publicOnly = false,
  }: HttpRequest,
  read: Read<Body>,
): Promise<Answered<Body>> {
  const encoded =
    (stream && Readable.from(stream.bytes)) ??
    multipart ??
    (form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json));
  const type = form
    ? "application/x-www-form-urlencoded"
    : json === undefined
      ? undefined
      : "application/json";
  try {
    if (publicOnly) checkLiteral(url);
    const response = await request(url, {
      method,
      dispatcher: publicOnly ? publicAgent : agent,
      headers: {
        "user-agent": "Rawaj/1.0",
        accept: "application/json",
        ...(type ? { "content-type": type } : {}),
        ...(stream ? { "content-type": stream.type, "content-length": String(stream.length) } : {}),
        ...headers,
      },
      ...(encoded === undefined ? {} : { body: encoded }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await read(await readLimited(response.body, maxBytes), response.headers["content-type"]);
    if ("text" in body) reportResponse({ status: response.statusCode, text: String(body.text) });
    return { status: response.statusCode, headers: response.headers, ...body };
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? (error as Error).name);
    const reason = `${method} ${new URL(url).host}: ${code}`;
    if (code === NOT_PUBLIC) throw new AdapterFault("rejected", { reason, cause: error });
    const isSafeToRetry = neverSent.has(code) || method === "GET";
    throw new AdapterFault(isSafeToRetry ? "later" : "outcome_unknown", { reason, cause: error });
  }
}

async function readLimited(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unpack = promisify(gunzip);
const maxUnpackedBytes = 4 * maxResponseBytes;

/** A compressed file, such as a requested report, is returned decompressed. */
async function decodeText(bytes: Buffer, type: Header): Promise<string> {
  const isPacked = String(type).startsWith("application/gzip") && bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? await unpack(bytes, { maxOutputLength: maxUnpackedBytes }) : bytes).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds a vendor asks us to wait: `Retry-After` as seconds or a date; undefined when it does not say. */
export function retryAfterSeconds(headers: HttpResponse["headers"], now: Date): number | undefined {
  const raw = headers["retry-after"];
  const value = Array.isArray(raw) ? raw[0] : raw;
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
