import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { httpRequest } from "./http-client.ts";
import { isPublicAddress } from "./public-address.ts";

describe("an address", () => {
  it.each(["8.8.8.8", "100.63.255.255", "172.32.0.1", "193.0.0.1", "2606:4700::1111"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "fe80::1",
    "fd00::1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "2001:db8::1",
    "localhost",
    "",
  ])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a call to an address given by a merchant", () => {
  it("never reaches this machine, by address or by name", async () => {
    let reached = 0;
    const server = createServer((_request, response) => {
      reached += 1;
      response.end("inside");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "127.1"]) {
      const url = `http://${host}:${port}/`;
      await expect(httpRequest({ method: "GET", url, publicOnly: true })).rejects.toMatchObject({
        kind: "rejected",
      });
    }
    expect(reached).toBe(0);
    expect((await httpRequest({ method: "GET", url: `http://127.0.0.1:${port}/` })).text).toBe("inside");
    server.close();
  });
});
