import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { systemContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { authorize } from "#base/server/http/session.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { creativeCalls, type Media } from "../contract/creative.calls.ts";
import { parseByteRange } from "./byte-range.ts";
import { findMedia, listMedia, type MediaRecord } from "./media.store.ts";
import type { SignedLinks } from "./signed-links.ts";
import { type UploadDeps, uploadMedia } from "./upload-media.ts";

export type CreativeDeps = UploadDeps & { links: SignedLinks };

export function mountCreative(app: FastifyInstance, context: HttpContext, deps: CreativeDeps) {
  const upload = uploadMedia(deps);
  const present = (row: MediaRecord) => presentMedia(row, deps.links);
  mountCalls(app, context, creativeCalls, {
    "POST Clients/Media/upload": async ({ ctx, body: place, file }) =>
      present(await upload(ctx, { place, file })),
    "GET Clients/Media/index": async ({ ctx, query: { page, size } }) => {
      const { items, total } = await listMedia(ctx, { page, size });
      return { items: items.map(present), page, size, total };
    },
    "GET Clients/Media/{id}": async ({ ctx, params }) => {
      const row = await findMedia(ctx, params.id);
      return row ? present(row) : baseRefusals.refuse("base.not_found");
    },
  });
  for (const which of ["file", "thumbnail"] as const)
    app.get(`/Clients/Media/:id/${which}`, (request, reply) =>
      sendBytes(context, deps, which, request, reply),
    );
}

/**
 * Sends the bytes, by the merchant's session or by a signed address. No type sniffing, no framing, private caching
 * only.
 */
async function sendBytes(
  context: HttpContext,
  { storage, links }: CreativeDeps,
  which: "file" | "thumbnail",
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { id } = request.params as { id: string };
  const signed = links.read(toPath(id, which), request.query as Record<string, string>);
  const merchantId =
    signed ??
    (await authorize("signed-in", request.headers.authorization, context.authenticate))?.merchantId ??
    "";
  const row = await findMedia(systemContext(context.db, merchantId, context.worldClock.now()), id);
  if (!row) return baseRefusals.refuse("base.not_found");
  // Players request a video in ranges, and some phones play only servers that support them.
  const part = which === "file" ? parseByteRange(request.headers.range, row.bytes) : undefined;
  if (part === "outside") return reply.code(416).header("content-range", `bytes */${row.bytes}`).send();
  const found = await storage.open(which === "file" ? row.storage_key : row.thumbnail_key, part);
  if (!found) return baseRefusals.refuse("base.not_found");
  if (part) reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${found.bytes}`);
  return reply
    .header("accept-ranges", which === "file" ? "bytes" : "none")
    .header("content-type", which === "file" ? row.mime : "image/jpeg")
    .header("content-length", part ? part.end - part.start + 1 : found.bytes)
    .header("cache-control", "private, max-age=86400, immutable")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cross-origin-resource-policy", "same-origin")
    .header("content-disposition", `inline; filename*=UTF-8''${encodeURIComponent(row.file_name)}`)
    .send(found.stream);
}

const toPath = (id: string, which: "file" | "thumbnail") =>
  `/Clients/Media/${encodeURIComponent(id)}/${which}`;

function presentMedia(row: MediaRecord, links: SignedLinks): Media {
  return {
    id: row.id,
    kind: row.kind,
    mime: row.mime,
    file_name: row.file_name,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    seconds: row.seconds,
    url: links.link(toPath(row.id, "file"), row.merchant_id),
    thumbnail_url: links.link(toPath(row.id, "thumbnail"), row.merchant_id),
    created_at: row.created_at.toISOString(),
  };
}
