import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import type { WebhookDelivery, WebhookEndpoint } from "../server/store-platform.port.ts";

/** A delivery as it came: its path, its headers, and its body byte for byte. */
export type ReceivedWebhook = Omit<WebhookDelivery, "secret"> & { path: string };

/** Listens where webhooks are sent, and answers 200 to all of them. */
export async function openWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** What came to an endpoint, as soon as one of the deliveries matches. */
    async waitForWebhooks(
      { address }: WebhookEndpoint,
      matches: (delivery: ReceivedWebhook) => boolean,
    ): Promise<ReceivedWebhook[]> {
      const findMatches = () => received.filter(({ path }) => `${url}${path}` === address).filter(matches);
      await vi.waitFor(() => expect(findMatches().length).toBeGreaterThan(0), {
        timeout: 10_000,
        interval: 25,
      });
      return findMatches();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
