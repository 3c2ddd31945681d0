import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { makeApiClient } from "./api-client.ts";

type FakeResponse = { status?: number; body: unknown };
let server: Server | undefined;
afterEach(() => server?.close());

async function openFakeVendor(respond: (path: string, self: string) => FakeResponse) {
  const requestedUrls: string[] = [];
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
    const { status = 200, body } = respond(request.url ?? "", baseUrl);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "localhost");
  await once(server, "listening");
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { requestedUrls, client: makeApiClient({ baseUrl, clock: systemClock, throttle: async () => {} }) };
}
const page = (ids: string[], next_link?: string) => ({
  request_status: "success",
  paging: next_link ? { next_link } : {},
  campaigns: ids.map((id) => ({ sub_request_status: "SUCCESS", campaign: { id } })),
});
async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const one of list) items.push(one);
  return items;
}

describe("a list", () => {
  it("is read to its last page", async () => {
    const { client } = await openFakeVendor((path, self) => ({
      body: path.includes("cursor") ? page(["b"]) : page(["a"], `${self}/v1/x?cursor=1`),
    }));
    expect(await all(client.list("token", "/v1/x", "campaigns"))).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it("does not send the token to another host", async () => {
    const { client, requestedUrls } = await openFakeVendor(() => ({
      body: page(["a"], "https://elsewhere.example/v1/x"),
    }));
    await expect(all(client.list("token", "/v1/x", "campaigns"))).rejects.toMatchObject({ kind: "later" });
    expect(requestedUrls).toHaveLength(1);
  });
});

describe("a response", () => {
  const cases = [
    { status: 401, kind: "reconnect" },
    { status: 403, kind: "rejected" },
    { status: 404, kind: "rejected" },
    { status: 400, kind: "rejected" },
    { status: 429, kind: "later" },
    { status: 500, kind: "outcome_unknown" },
    { status: 302, kind: "outcome_unknown" },
  ] as const;
  for (const { status, kind } of cases) {
    it(`with ${status} to a write means ${kind}`, async () => {
      const { client } = await openFakeVendor(() => ({ status, body: { error_code: "E1" } }));
      await expect(client.write("token", "POST", "/v1/x", "campaigns", {})).rejects.toMatchObject({ kind });
    });
  }

  it("that is not JSON leaves a write's outcome unknown", async () => {
    const { client } = await openFakeVendor(() => ({ body: "<html>" }));
    await expect(client.write("token", "POST", "/v1/x", "campaigns", {})).rejects.toMatchObject({
      kind: "outcome_unknown",
    });
  });

  it("with 200 and a failed item is a refusal with the item's reason", async () => {
    const reason = "Error code: E2023, message: objective cannot be changed";
    const { client } = await openFakeVendor(() => ({
      body: {
        request_status: "SUCCESS",
        campaigns: [{ sub_request_status: "ERROR", sub_request_error_reason: reason }],
      },
    }));
    await expect(client.write("token", "PUT", "/v1/x", "campaigns", {})).rejects.toMatchObject({
      kind: "rejected",
      reason,
    });
  });
});
