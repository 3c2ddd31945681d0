import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import type { Delivery, NewsDoor } from "../server/store-platform.port.ts";

/** A delivery as it came: to which path, with which headers, byte for byte. */
export type Heard = Omit<Delivery, "secret"> & { path: string };

/** Listens where webhooks are sent, and answers 200 to all of them. */
export async function openEar() {
  const heard: Heard[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      heard.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** What came to a door, as soon as something of it is what is waited for. */
    async heardAt({ address }: NewsDoor, fits: (delivery: Heard) => boolean): Promise<Heard[]> {
      const there = () => heard.filter(({ path }) => `${url}${path}` === address).filter(fits);
      await vi.waitFor(() => expect(there().length).toBeGreaterThan(0), { timeout: 10_000, interval: 25 });
      return there();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
