import { Resolver } from "node:dns/promises";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { SiteProbe } from "#modules/stores/server/site-probe.port.ts";

type Options = {
  /** Whether a site must be on the public internet. */
  publicOnly: boolean;
  /** Looks up a name's TXT records; the machine's own resolver by default. */
  resolveTxt?: (name: string) => Promise<string[][]>;
};

const maxHops = 4;

/** Reads merchants' own sites over HTTP and DNS. */
export function makeSiteProbe({ publicOnly, resolveTxt = makeResolver() }: Options): SiteProbe {
  return {
    async readPage(address) {
      for (let url = address, hop = 0; hop < maxHops; hop += 1) {
        const answer = await httpRequest({
          method: "GET",
          url,
          headers: { accept: "text/html" },
          timeoutMs: 10_000,
          publicOnly,
        });
        if (answer.status === 200) return answer.text;
        const next = parseLocation(answer.headers.location, url);
        if (!next) throw new AdapterFault("later", { reason: `${url} answered ${answer.status}` });
        url = next;
      }
      throw new AdapterFault("later", { reason: `${address} redirects too often` });
    },

    async readRecords(name) {
      try {
        return await resolveTxt(name);
      } catch (error) {
        const code = String((error as { code?: unknown }).code);
        if (code === "ENODATA" || code === "ENOTFOUND") return [];
        throw new AdapterFault("later", { reason: `TXT of ${name}: ${code}`, cause: error });
      }
    },
  };
}

function makeResolver() {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  return (name: string) => resolver.resolveTxt(name);
}

/** The target of a redirect, if it is the same site: another site's page verifies nothing about this one. */
function parseLocation(header: string | string[] | undefined, from: string): string | null {
  const location = Array.isArray(header) ? header[0] : header;
  if (location === undefined || !URL.canParse(location, from)) return null;
  const [next, here] = [new URL(location, from), new URL(from)];
  const bare = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, "")}:${port}`;
  return /^https?:$/.test(next.protocol) && bare(next) === bare(here) ? next.href : null;
}
