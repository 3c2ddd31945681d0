import { createServer, type IncomingHttpHeaders } from "node:http";

export interface WebhookReceiver {
  /** "http://127.0.0.1:PORT" */
  url: string;
  received: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** The status it answers with. */
  answer: number;
  close(): void;
}

/** A server that records what was sent to it, for a simulator's webhooks. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      box.received.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(box.answer).end();
    });
  });
  const box: WebhookReceiver = {
    url: "",
    received: [],
    answer: 200,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  box.url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  return box;
}
