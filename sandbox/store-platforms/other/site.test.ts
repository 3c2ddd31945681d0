import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startEconomy } from "../../economy/economy.ts";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeOtherSite } from "./site.ts";

let sandbox: TestSandbox;
let server: Server;
let px: string;
let received: { headers: IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
  sandbox = await openTestSandbox([makeOtherSite]);
  startEconomy(sandbox.world, sandbox.vendors);
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  px = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await sandbox.close();
});

interface Site {
  slug: string;
  url: string;
  head: string;
}
const pixel = (key = "px_1") => `<script async src="${px}/pixel.js" data-site="${key}"></script>`;
const listReceived = (key: string) => received.filter(({ body }) => JSON.parse(body).site === key);
const change = (body: object) => sandbox.control<Site>("site/sites", body);

test("the tags an owner pastes are in the head of every page", async () => {
  const { url } = await change({ fresh: true });
  const head = `<meta name="rawaj-site-verification" content="tok">${pixel()}`;
  const saved = await fetch(`${url}/owner`, { method: "POST", body: new URLSearchParams({ head }) });
  expect(saved.status).toBe(200);
  const front = await (await fetch(url)).text();
  const product = /\/p\/(\d+)\?/.exec(front)?.[1];
  for (const path of ["", `/p/${product}`]) {
    const page = await (await fetch(`${url}${path}`)).text();
    expect(page.split("</head>")[0]).toContain(head);
  }
});

test("a person's own browser sends the order event, and the site does not send it for them", async () => {
  const { url } = await change({ fresh: true, head: pixel() });
  const product = /\/p\/(\d+)\?/.exec(await (await fetch(url)).text())?.[1] ?? "";
  const body = new URLSearchParams({ product, pay: "mada" });
  const thanks = await (await fetch(`${url}/buy`, { method: "POST", body })).text();
  expect(thanks).toMatch(
    /push\(\["order",\{"id":"\d+","total":"\d+\.\d\d","currency":"SAR","payment":"mada"/,
  );
  expect(received).toEqual([]);
});

test("shoppers' browsers send pixel events, and the site's server signs order events", async () => {
  const { slug } = await change({ fresh: true });
  await sandbox.control("clock", { step: "P1D" });
  expect(listReceived("px_3")).toEqual([]);
  await change({ slug, head: pixel("px_3"), signing_key: "s3cret", everyday_orders: 30 });
  await sandbox.control("clock", { step: "P4D" });
  const placed = listReceived("px_3").filter(({ headers }) => !headers["x-rawaj-signature"]);
  expect(placed.length).toBeGreaterThan(20);
  for (const { headers } of placed) expect(headers.origin).toBe(sandbox.url);
  const signed = listReceived("px_3").filter(({ headers }) => headers["x-rawaj-signature"]);
  for (const { headers, body } of signed)
    expect(headers["x-rawaj-signature"]).toBe(createHmac("sha256", "s3cret").update(body).digest("hex"));
  const statuses = signed.map(({ body }) => JSON.parse(body).order.status);
  expect(statuses).toContain("delivered");
});
