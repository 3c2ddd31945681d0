import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeSession, openSession } from "../runtime/session.ts";
import { request } from "./api.ts";

const fetchMock = vi.fn<typeof fetch>();
const toResponse = (data: string) =>
  new Response(JSON.stringify({ error: false, messages: [], data }), { status: 200 });

/** What boot.js stores for one call with this token. */
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

describe("the first page's responses", () => {
  it("are used once instead of a request; the next call sends one", async () => {
    bootFetched("token-1", Promise.resolve(toResponse("early")));
    expect(await request("GET Clients/Wallet/index")).toBe("early");
    expect(fetchMock).not.toHaveBeenCalled();
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("belong to one session: another session sends its own requests", async () => {
    bootFetched("token-2", Promise.resolve(toResponse("another merchant's")));
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("are outdated after any change made here: then everything is requested", async () => {
    bootFetched("token-1", Promise.resolve(toResponse("early")));
    await request("POST Clients/Wallet/deposit");
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("that never came are requested again", async () => {
    bootFetched("token-1", Promise.reject(new TypeError("network")));
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });
});
