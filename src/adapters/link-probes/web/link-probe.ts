import { Resolver } from "node:dns/promises";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { LinkProbe } from "#modules/tracking/server/link-probe.port.ts";

type Options = {
  /** Whether pages must be on the public internet. */
  publicOnly: boolean;
  /** Name servers as `address:port`; the machine's own by default. */
  nameServers?: readonly string[];
};

const maxRedirects = 5;

/** Opens pages over HTTP, every hop checked, and reads DNS. */
export function makeLinkProbe({ publicOnly, nameServers }: Options): LinkProbe {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  return {
    async openPage(address) {
      for (let url = address, hop = 0; hop <= maxRedirects; hop += 1) {
        const { status, headers } = await httpRequest({
          method: "GET",
          url,
          headers: { accept: "text/html,*/*;q=0.8", "accept-language": "ar-SA,ar;q=0.9" },
          timeoutMs: 10_000,
          publicOnly,
        });
        const next = status >= 300 && status < 400 ? parseLocation(headers.location, url) : null;
        if (next === null) return { status, url };
        url = next;
      }
      throw new AdapterFault("later", { reason: `${address} redirects too often` });
    },

    async readCname(host) {
      try {
        return (await resolver.resolveCname(host)).map((name) => name.replace(/\.$/, "").toLowerCase());
      } catch (error) {
        const code = String((error as { code?: unknown }).code);
        if (code === "ENODATA" || code === "ENOTFOUND") return [];
        throw new AdapterFault("later", { reason: `CNAME of ${host}: ${code}`, cause: error });
      }
    },
  };
}

function parseLocation(header: string | string[] | undefined, from: string): string | null {
  const location = Array.isArray(header) ? header[0] : header;
  if (location === undefined || !URL.canParse(location, from)) return null;
  const next = new URL(location, from);
  return /^https?:$/.test(next.protocol) ? next.href : null;
}
