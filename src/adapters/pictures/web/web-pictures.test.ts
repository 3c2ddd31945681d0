import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWebPictures } from "./web-pictures.ts";

let server: Server;
let address: string;
const moved: Record<string, string> = {
  "/moved": "/picture",
  "/circle": "/circle",
  "/strange": "ftp://elsewhere/",
};
const bytes = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x80, 0xfe]);

beforeAll(async () => {
  server = createServer((request, response) => {
    const to = moved[request.url ?? ""];
    if (to) response.writeHead(302, { location: to }).end();
    else if (request.url === "/picture") response.writeHead(200).end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("a picture on the web", () => {
  const source = makeWebPictures({ publicOnly: false });

  it("is read byte by byte, also where it has moved to", async () => {
    expect(await source.readPicture(`${address}/picture`)).toEqual(bytes);
    expect(await source.readPicture(`${address}/moved`)).toEqual(bytes);
  });

  it.each(["/nothing", "/circle", "/strange"])("is said not to be there at %s", async (path) => {
    await expect(source.readPicture(address + path)).rejects.toMatchObject({ kind: "later" });
  });

  it("is never read from this machine or a private network when only public addresses are allowed", async () => {
    const careful = makeWebPictures({ publicOnly: true });
    await expect(careful.readPicture(`${address}/picture`)).rejects.toMatchObject({ kind: "rejected" });
  });
});
