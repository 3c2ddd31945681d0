import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { ServicePageReader } from "#modules/assistants/server/service-page.port.ts";
import { parsePage } from "./parse-page.ts";

const maxHops = 4;
const maxBytes = 2 * 1024 * 1024;

/** Reads pages over HTTP; `publicOnly` refuses addresses, of each redirect too, that are not on the public internet. */
export function makeWebServicePages({ publicOnly }: { publicOnly: boolean }): ServicePageReader {
  return {
    async readPage(address) {
      for (let url = address, hop = 0; hop < maxHops; hop += 1) {
        const answer = await httpRequest({
          method: "GET",
          url,
          headers: { accept: "text/html, application/xhtml+xml" },
          timeoutMs: 10_000,
          maxBytes,
          publicOnly,
        });
        if (answer.status === 200) {
          if (!isHtml(answer.headers["content-type"]))
            throw new AdapterFault("rejected", { reason: `${new URL(url).host} answered with no HTML` });
          return parsePage(answer.text, url);
        }
        const next = parseLocation(answer.headers.location, url);
        if (!next)
          throw new AdapterFault("later", { reason: `${new URL(url).host} answered ${answer.status}` });
        url = next;
      }
      throw new AdapterFault("later", { reason: `${new URL(address).host} redirects too often` });
    },
  };
}

const isHtml = (type: string | string[] | undefined): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(String(type));

function parseLocation(header: string | string[] | undefined, from: string): string | null {
  const location = Array.isArray(header) ? header[0] : header;
  const next = location === undefined ? null : URL.parse(location, from);
  const isPlain = next && /^https?:$/.test(next.protocol) && next.username === "";
  return isPlain ? next.href : null;
}
