import { httpBytes } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { PictureSource } from "#modules/creative/server/picture-source.port.ts";

const maxHops = 4;

/** Reads pictures over HTTP; `publicOnly` refuses addresses that are not on the public internet. */
export function makeWebPictures({ publicOnly }: { publicOnly: boolean }): PictureSource {
  return {
    async readPicture(address) {
      for (let url = address, hop = 0; hop < maxHops; hop += 1) {
        const answer = await httpBytes({
          method: "GET",
          url,
          // Without SVG: it is a document, not a picture.
          headers: { accept: "image/jpeg, image/png, image/webp, image/gif" },
          timeoutMs: 15_000,
          publicOnly,
        });
        if (answer.status === 200) return answer.bytes;
        const next = parseLocation(answer.headers.location, url);
        if (!next) throw new AdapterFault("later", { reason: `${url} answered ${answer.status}` });
        url = next;
      }
      throw new AdapterFault("later", { reason: `${address} redirects too often` });
    },
  };
}

function parseLocation(header: string | string[] | undefined, from: string): string | null {
  const location = Array.isArray(header) ? header[0] : header;
  const next = location === undefined ? null : URL.parse(location, from);
  return next && /^https?:$/.test(next.protocol) ? next.href : null;
}
