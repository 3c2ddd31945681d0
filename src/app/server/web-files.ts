import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { PolicySources } from "./google-maps.ts";

type Options = {
  /** Folder of the built web. */
  folder: string;
  /**
   * Other origins from which a page may load scripts and styles (the payment form), that it may call, and show images
   * of.
   */
  scriptOrigins: readonly string[];
  connectOrigins: readonly string[];
  imageOrigins: readonly string[];
  /** Further sources of the merchants' pages, by directive. */
  moreSources?: PolicySources;
  /** What pages read of the settings (addresses, the maps' key), by the name of the meta element that holds each. */
  loadLinks(): Promise<Links>;
};
type Links = Readonly<Record<string, string | undefined>>;

/** The placeholder in the built page that every response replaces with its own nonce. */
const nonceMark = "rawaj-nonce";

/** The staff's page loads nothing from anybody else. */
const staffOrigins = { scriptOrigins: [], connectOrigins: [], imageOrigins: [] };

/**
 * Serves the built web: hashed files cached for ever, precompressed; every address at `/staff` gets the staff's page, and
 * every other page address the merchants'.
 */
export async function mountWebFiles(app: FastifyInstance, options: Options) {
  const [indexFile, staffFile] = [join(options.folder, "index.html"), join(options.folder, "staff.html")];
  // Without a whole build the product answers calls alone.
  if (!existsSync(indexFile) || !existsSync(staffFile)) return;
  const index = readFileSync(indexFile, "utf8");
  const staffIndex = readFileSync(staffFile, "utf8");
  const assetsFolder = `${options.folder}${sep}assets`;

  await app.register(fastifyStatic, {
    root: options.folder,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ["index.html", "staff.html", "**/*.br", ".vite/**"],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        "cache-control",
        path.startsWith(assetsFolder) ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });

  app.get("/*", { compress: {} }, async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    if (/\.\w{2,11}$|^\/(Clients|Staff|webhooks|oauth|assets|live)(\/|$)/.test(path))
      return baseRefusals.refuse("base.not_found");
    const nonce = randomBytes(16).toString("base64");
    const isStaff = /^\/staff(\/|$)/.test(path);
    const page = isStaff ? staffIndex : withLinks(index, await options.loadLinks());
    if (isStaff) reply.header("x-robots-tag", "noindex, nofollow");
    return reply
      .header("content-security-policy", buildPolicy(nonce, isStaff ? staffOrigins : options))
      .header("cache-control", "no-store")
      .header("x-frame-options", "DENY")
      .header("cross-origin-opener-policy", "same-origin-allow-popups")
      .header("permissions-policy", `camera=(), geolocation=(), microphone=${isStaff ? "()" : "(self)"}`)
      .type("text/html; charset=utf-8")
      .send(page.replaceAll(nonceMark, nonce));
  });
}

function withLinks(index: string, links: Links): string {
  return Object.entries(links).reduce(
    (page, [name, address = ""]) =>
      page.replace(`name="${name}" content=""`, () => `name="${name}" content="${address}"`),
    index,
  );
}

/** Only our files and the payment form's may run; styles are ours or carry this page's nonce. */
function buildPolicy(
  nonce: string,
  {
    scriptOrigins,
    connectOrigins,
    imageOrigins,
    moreSources = {},
  }: Pick<Options, "scriptOrigins" | "connectOrigins" | "imageOrigins" | "moreSources">,
): string {
  const rules: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, ...scriptOrigins],
    "style-src": ["'self'", `'nonce-${nonce}'`, ...scriptOrigins],
    // React writes sizes of bars and charts as style attributes; they cannot run anything.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:", ...imageOrigins],
    // A video that was just chosen plays before it is sent.
    "media-src": ["'self'", "blob:"],
    "connect-src": ["'self'", ...connectOrigins],
    "font-src": ["'self'"],
    "form-action": ["'self'", ...connectOrigins],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "worker-src": ["'self'"],
  };
  return Object.entries(rules)
    .map(([name, sources]) => [name, ...sources, ...(moreSources[name] ?? [])].join(" "))
    .join("; ");
}
