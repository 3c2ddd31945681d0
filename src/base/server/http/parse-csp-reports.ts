import { z } from "zod";

/** What a page's policy stopped, without queries, ids or samples of a script. */
export type CspViolation = {
  /** One of the policy's directives, or `other`. */
  directive: string;
  /** A keyword such as `inline`, an origin, or a scheme with its colon. */
  blocked: string;
  /** The first part of the page's path, `/campaigns`, or `/`. */
  page: string;
  /** The path of one of our scripts, another origin or scheme, or `page` for the page itself. */
  source: string;
  line: number | null;
};

const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src media-src
  connect-src font-src form-action frame-ancestors frame-src child-src base-uri object-src worker-src manifest-src
  require-trusted-types-for trusted-types sandbox`.split(/\s+/),
);
const keywords = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "self",
  "trusted-types-policy",
  "trusted-types-sink",
]);
/** Of one request; browsers send few together. */
const maxReports = 20;

const text = z.string().nullish();
const number = z.number().int().nullish();
/** As CSP 2 sends it to `report-uri`. */
const single = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
    "line-number": number,
  }),
});
/** As the Reporting API sends it to `report-to`, among reports of other types. */
const several = z
  .array(
    z.object({
      type: z.string(),
      body: z
        .object({
          documentURL: text,
          effectiveDirective: text,
          blockedURL: text,
          sourceFile: text,
          lineNumber: number,
        })
        .nullish(),
    }),
  )
  .max(maxReports);

/** The violations in the body of a report, of both formats; null where it is neither. */
export function parseReports(body: unknown, ownUrl: string): CspViolation[] | null {
  const json = parseJson(body);
  const list = several.safeParse(json);
  if (list.success)
    return list.data.flatMap(({ type, body }) =>
      type === "csp-violation" && body
        ? [
            toViolation(ownUrl, {
              page: body.documentURL,
              directive: body.effectiveDirective,
              blocked: body.blockedURL,
              source: body.sourceFile,
              line: body.lineNumber,
            }),
          ]
        : [],
    );
  const one = single.safeParse(json);
  if (!one.success) return null;
  const report = one.data["csp-report"];
  return [
    toViolation(ownUrl, {
      page: report["document-uri"],
      // The older name holds the whole rule: "script-src 'self'".
      directive: report["effective-directive"] || report["violated-directive"]?.split(" ")[0],
      blocked: report["blocked-uri"],
      source: report["source-file"],
      line: report["line-number"],
    }),
  ];
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

type Reported = Record<"page" | "directive" | "blocked" | "source", string | null | undefined> & {
  line: number | null | undefined;
};

function toViolation(ownUrl: string, { page, directive, blocked, source, line }: Reported): CspViolation {
  return {
    directive: directives.has(directive ?? "") ? (directive as string) : "other",
    blocked: keywords.has(blocked ?? "") ? (blocked as string) : toOrigin(blocked),
    page: /^\/[a-z][a-z-]{0,29}(?=\/|$)/.exec(parseUrl(page)?.pathname ?? "")?.[0] ?? "/",
    source: toSource(ownUrl, source),
    line: line ?? null,
  };
}

function toSource(ownUrl: string, source: string | null | undefined): string {
  const url = parseUrl(source);
  if (url?.origin !== new URL(ownUrl).origin) return toOrigin(source);
  return /^\/assets\/[\w.-]{1,80}$/.test(url.pathname) ? url.pathname : "page";
}

/** `https://host` of a web address, `data:` of any other; browsers send the bare word `data` too. */
function toOrigin(address: string | null | undefined): string {
  if (!address) return "page";
  const url = parseUrl(address);
  if (url) return /^https?:$/.test(url.protocol) ? url.origin.slice(0, 120) : url.protocol.slice(0, 30);
  return /^[a-z-]{1,20}$/.test(address) ? `${address}:` : "other";
}

const parseUrl = (address: string | null | undefined): URL | null => (address ? URL.parse(address) : null);
