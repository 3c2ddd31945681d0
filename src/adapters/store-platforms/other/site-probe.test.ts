import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSiteProbe } from "./site-probe.ts";

let server: Server;
let site: string;

/** A site whose paths answer as their names say. */
const answers: Record<string, [number, Record<string, string>]> = {
  "/shop": [200, {}],
  "/moved": [301, { location: "/shop" }],
  "/circle": [302, { location: "/circle" }],
  "/away": [302, { location: "http://elsewhere.example/shop" }],
  "/inside": [302, { location: "file:///etc/passwd" }],
  "/broken": [500, {}],
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const [status, headers] = answers[request.url ?? ""] ?? [404, {}];
    response.writeHead(status, headers).end("<html>page</html>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe("a merchant's own site", () => {
  it("is read at its address, and after redirects within the same host", async () => {
    const probe = makeSiteProbe({ publicOnly: false });
    expect(await probe.readPage(`${site}/shop`)).toContain("page");
    expect(await probe.readPage(`${site}/moved`)).toContain("page");
  });

  it.each(["/circle", "/away", "/inside", "/broken", "/nothing"])("at %s is not read", async (path) => {
    const probe = makeSiteProbe({ publicOnly: false });
    await expect(probe.readPage(`${site}${path}`)).rejects.toMatchObject({ kind: "later" });
  });

  it("on a private network is not read", async () => {
    const probe = makeSiteProbe({ publicOnly: true });
    await expect(probe.readPage(`${site}/shop`)).rejects.toMatchObject({ kind: "rejected" });
  });

  it("returns the TXT records of its name; none is not a failure", async () => {
    const lookUp = (resolveTxt: (name: string) => Promise<string[][]>) =>
      makeSiteProbe({ publicOnly: true, resolveTxt }).readRecords("noura.example");
    const failing = (code: string) => async () => {
      throw Object.assign(new Error(code), { code });
    };
    expect(await lookUp(async () => [["a", "b"]])).toEqual([["a", "b"]]);
    expect(await lookUp(failing("ENODATA"))).toEqual([]);
    expect(await lookUp(failing("ENOTFOUND"))).toEqual([]);
    await expect(lookUp(failing("ETIMEOUT"))).rejects.toMatchObject({ kind: "later" });
  });
});
