import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseMultipart } from "../../base/mount.ts";
import type { World } from "../../base/world.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { findIdentity } from "./demo.ts";
import { XError } from "./errors.ts";
import type { Guard } from "./guard.ts";
import { CATEGORY_NAMES, checkMedia, type MediaFacts, toMediaKey } from "./media-check.ts";
import type { Tokens } from "./tokens.ts";

/** The processing time of a video (system time) after its last part. */
const WORK_MS = 1_000;
const EXPIRES_SECONDS = 86_400;
const SEGMENTS_MAX = 1_000;
const SEGMENT_BYTES_MAX = 5 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

interface Upload {
  id: string;
  key: string;
  owners: string[];
  wire: Json;
}
type PendingUpload = { owners: string[]; category: string; total: number; parts: Map<number, Buffer> };

/** Completely uploaded files. */
export interface Uploads {
  withKey(key: string): Upload | undefined;
}

class Invalid extends Error {}

/** api.x.com, media upload of version 2: initialize, append, finalize, and one call for an image. */
export function makeUploads(
  world: World,
): Uploads & { serve(app: FastifyInstance, guard: Guard, tokens: Tokens): void } {
  const uploads = world.table<Upload>("x.uploads");
  /** Parts of uploads in progress. Not kept over a restart: the caller starts again. */
  const pending = new Map<string, PendingUpload>();

  const finish = async (id: string, { category, parts, total, owners }: PendingUpload): Promise<Json> => {
    const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
    if (bytes.length !== total) throw new Invalid(`total_bytes was ${total}, ${bytes.length} were appended`);
    const facts = await checkMedia(category, bytes);
    if (typeof facts === "string") throw new Invalid(facts);
    const key = toMediaKey(category, id);
    const isMoving = facts.media_type !== "IMAGE";
    const ready_at = isMoving ? Date.now() + WORK_MS : 0;
    uploads.put({ id: key, key, owners, wire: toWire(facts, category, ready_at) });
    pending.delete(id);
    const work = isMoving ? { processing_info: { state: "pending", check_after_secs: 1 } } : {};
    return { id, media_key: key, size: total, expires_after_secs: EXPIRES_SECONDS, ...work };
  };

  const routes: Record<string, (request: FastifyRequest, owner: string) => Promise<Json> | Json> = {
    "POST /2/media/upload/initialize": (request, owner) => {
      const init = initialized(request.body);
      const id = `1990${world.ids.number("x/post", 15)}`;
      pending.set(id, { ...init, owners: [owner, ...init.owners], parts: new Map() });
      return { id, media_key: toMediaKey(init.category, id), expires_after_secs: EXPIRES_SECONDS };
    },
    "POST /2/media/upload/:id/append": async (request, owner) => {
      const { index, part } = await parseSegment(request);
      if (!Number.isInteger(index) || index < 0 || index >= SEGMENTS_MAX)
        throw new Invalid("segment_index must be 0 to 999");
      if (part.length > SEGMENT_BYTES_MAX) throw new Invalid("a segment has at most 5 MB");
      underway(pending, request, owner).parts.set(index, part);
      return { expires_at: Math.floor(Date.now() / 1_000) + EXPIRES_SECONDS };
    },
    "POST /2/media/upload/:id/finalize": (request, owner) =>
      finish(idIn(request), underway(pending, request, owner)),
    "POST /2/media/upload": async (request, owner) => {
      const form = await parseForm(request);
      const bytes = await fileIn(form);
      const category = String(form.get("media_category") ?? "");
      const owners = [owner, ...String(form.get("additional_owners") ?? "").split(",")];
      const id = `1990${world.ids.number("x/post", 15)}`;
      return finish(id, { category, owners, total: bytes.length, parts: new Map([[0, bytes]]) });
    },
    "GET /2/media/upload": (request, owner) => {
      const { media_id, command } = request.query as Record<string, string>;
      const found = [...uploads.values()].find(
        ({ key, owners }) => key.endsWith(`_${media_id}`) && owners.includes(owner),
      );
      if (command !== "STATUS" || !found) throw new Invalid("the media_id is not known");
      const isDone = Date.now() >= Number(found.wire.ready_at);
      const state = isDone
        ? { state: "succeeded", progress_percent: 100 }
        : { state: "in_progress", check_after_secs: 1 };
      return { id: media_id, media_key: found.key, processing_info: state };
    },
  };

  return {
    withKey: (key) => uploads.get(key),
    serve(app, guard, tokens) {
      for (const [name, handle] of Object.entries(routes)) {
        const [method = "", url = ""] = name.split(" ");
        app.route({
          method,
          url,
          handler: async (request, reply) => {
            try {
              const { oauth } = guard(request, (token) => (token && tokens.read(token)?.secret) || null);
              const owner =
                findIdentity(tokens.read(oauth.get("oauth_token") ?? "")?.identity ?? "")?.userId ?? "";
              return reply.send({ data: await handle(request, owner) });
            } catch (error) {
              return refuse(reply, error);
            }
          },
        });
      }
    },
  };
}

function toWire(facts: MediaFacts, category: string, ready_at: number): Json {
  return {
    media_type: facts.media_type,
    media_category: category.toUpperCase(),
    media_url: null,
    ready_at,
    card_problem: facts.card_problem,
  };
}

function initialized(body: unknown): { category: string; total: number; owners: string[] } {
  const { media_type, total_bytes, media_category, additional_owners, ...rest } = isObject(body) ? body : {};
  const unexpected = Object.keys(rest)[0];
  if (unexpected) throw new Invalid(`${unexpected} is not a field of this call`);
  if (typeof media_type !== "string") throw new Invalid("media_type is required");
  if (!Number.isSafeInteger(total_bytes) || Number(total_bytes) < 1)
    throw new Invalid("total_bytes is required");
  if (!CATEGORY_NAMES.includes(String(media_category)))
    throw new Invalid(`media_category must be one of ${CATEGORY_NAMES.join(", ")}`);
  const owners = Array.isArray(additional_owners) ? additional_owners.map(String) : [];
  return { category: String(media_category), total: Number(total_bytes), owners };
}

const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id;

function underway(
  pending: Map<string, PendingUpload>,
  request: FastifyRequest,
  owner: string,
): PendingUpload {
  const found = pending.get(idIn(request));
  if (found?.owners[0] !== owner) throw new Invalid("the media id is not known");
  return found;
}

/** One segment: a form with the bytes, or the JSON of X's own SDKs, with the bytes in base64. */
async function parseSegment(request: FastifyRequest): Promise<{ index: number; part: Buffer }> {
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    const form = await parseForm(request);
    return { index: Number(form.get("segment_index")), part: await fileIn(form) };
  }
  const { media, segment_index, ...rest } = isObject(request.body) ? request.body : {};
  const unexpected = Object.keys(rest)[0];
  if (unexpected) throw new Invalid(`${unexpected} is not a field of this call`);
  if (typeof media !== "string" || media === "" || !BASE64.test(media))
    throw new Invalid("media must be the segment in base64");
  const index = typeof segment_index === "string" ? Number(segment_index || Number.NaN) : segment_index;
  return { index: Number(index ?? Number.NaN), part: Buffer.from(media, "base64") };
}

async function parseForm(request: FastifyRequest): Promise<FormData> {
  try {
    return await parseMultipart(request);
  } catch {
    throw new Invalid("the body must be multipart/form-data");
  }
}

async function fileIn(form: FormData): Promise<Buffer> {
  const file = form.get("media");
  if (!(file instanceof File)) throw new Invalid("the part media is required");
  return Buffer.from(await file.arrayBuffer());
}

/** Version 2 of the X API answers with problem details (RFC 7807). */
function refuse(reply: FastifyReply, error: unknown): unknown {
  const problem = (status: number, title: string, detail: string) =>
    reply.code(status).send({ title, detail, status, type: "about:blank" });
  if (error instanceof XError) return problem(error.status, "Unauthorized", error.message);
  if (!(error instanceof Invalid)) throw error;
  return problem(400, "Invalid Request", error.message);
}
