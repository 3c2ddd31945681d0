import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { baseRefusals } from "#base/shared/base.refusals.ts";

type Options = {
  /** Folder of the built web. */
  folder: string;
  /** Foreign origins a page may load scripts and styles from, and those it may call: the payment form's. */
  scriptOrigins: readonly string[];
  connectOrigins: readonly string[];
};

/** Serves the built web: hashed files for ever, precompressed; every other page address gets the shell. */
export async function mountWebFiles(
  app: FastifyInstance,
  { folder, scriptOrigins, connectOrigins }: Options,
) {
  const indexFile = join(folder, "index.html");
  if (!existsSync(indexFile)) return;
  const index = readFileSync(indexFile, "utf8");
  const policy = contentPolicy(index, scriptOrigins, connectOrigins);

  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ["index.html", ".built-from"],
    setHeaders: (reply, path) => {
      const lasting = path.includes(`${join(folder, "assets")}`);
      reply.header("cache-control", lasting ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  } as Parameters<typeof fastifyStatic>[1]);

  app.get("/*", async (request, reply) => {
    const isPage =
      !/\.\w{2,5}$/.test(request.url.split("?")[0] ?? "") &&
      !/^\/(Clients|webhooks|oauth|assets)\//.test(request.url);
    if (!isPage) return baseRefusals.refuse("base.not_found");
    return reply
      .header("content-security-policy", policy)
      .header("cache-control", "no-cache")
      .header("x-frame-options", "DENY")
      .header("permissions-policy", "camera=(), geolocation=(), microphone=(self)")
      .type("text/html; charset=utf-8")
      .send(index);
  });
}

/** Nothing runs but our files, the payment form's, and the inline scripts whose hashes stand here. */
function contentPolicy(
  index: string,
  scriptOrigins: readonly string[],
  connectOrigins: readonly string[],
): string {
  const hashes = [...index.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes, ...scriptOrigins].join(" ")}`,
    `style-src 'self' 'unsafe-inline' ${scriptOrigins.join(" ")}`,
    "img-src 'self' data: blob: https: http://localhost:*",
    `connect-src 'self' ${connectOrigins.join(" ")}`,
    "font-src 'self'",
    `form-action 'self' ${connectOrigins.join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
