import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "./api.ts";
import { closeSession, openSession } from "./session.ts";

const fetchMock = vi.fn<typeof fetch>();
const toResponse = (data: string) =>
  new Response(JSON.stringify({ error: false, messages: [], data }), { status: 200 });

/** What boot.js leaves behind for one call of this token. */
function bootFetched(token: string, answer: Promise<Response>) {
  globalThis.rawajFirstAnswers = {
    headers: { authorization: `Bearer ${token}` },
    byUrl: { "/Clients/Wallet/index": answer },
  };
}

beforeEach(() => {
  openSession("token-1");
  fetchMock.mockImplementation(async () => toResponse("asked again"));
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  globalThis.rawajFirstAnswers = undefined;
  closeSession();
});

describe("the first page's answers", () => {
  it("are taken once instead of asked for; the next call asks", async () => {
    bootFetched("token-1", Promise.resolve(toResponse("early")));
    expect(await request("GET Clients/Wallet/index")).toBe("early");
    expect(fetchMock).not.toHaveBeenCalled();
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("are nobody else's: another session asks for itself", async () => {
    bootFetched("token-2", Promise.resolve(toResponse("another merchant's")));
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("are older than whatever is changed from here: then all is asked for", async () => {
    bootFetched("token-1", Promise.resolve(toResponse("early")));
    await request("POST Clients/Wallet/deposit");
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("that never came are asked for again", async () => {
    bootFetched("token-1", Promise.reject(new TypeError("network")));
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });
});
