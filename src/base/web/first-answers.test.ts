import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "./api.ts";
import { closeSession, openSession } from "./session.ts";

const asked = vi.fn<typeof fetch>();
const answerOf = (data: string) =>
  new Response(JSON.stringify({ error: false, messages: [], data }), { status: 200 });

/** What boot.js leaves behind for one call of this token. */
function bootAsked(token: string, answer: Promise<Response>) {
  globalThis.rawajFirstAnswers = {
    headers: { authorization: `Bearer ${token}` },
    byUrl: { "/Clients/Wallet/index": answer },
  };
}

beforeEach(() => {
  openSession("token-1");
  asked.mockImplementation(async () => answerOf("asked again"));
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockReset();
  globalThis.rawajFirstAnswers = undefined;
  closeSession();
});

describe("the first page's answers", () => {
  it("are taken once instead of asked for; the next call asks", async () => {
    bootAsked("token-1", Promise.resolve(answerOf("early")));
    expect(await request("GET Clients/Wallet/index")).toBe("early");
    expect(asked).not.toHaveBeenCalled();
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("are nobody else's: another session asks for itself", async () => {
    bootAsked("token-2", Promise.resolve(answerOf("another merchant's")));
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("are older than whatever is changed from here: then all is asked for", async () => {
    bootAsked("token-1", Promise.resolve(answerOf("early")));
    await request("POST Clients/Wallet/deposit");
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });

  it("that never came are asked for again", async () => {
    bootAsked("token-1", Promise.reject(new TypeError("network")));
    expect(await request("GET Clients/Wallet/index")).toBe("asked again");
  });
});
