import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeSignedPayloads } from "#base/server/signed-payload.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { makeUnifonic } from "./unifonic.ts";

const message = { to: "+966501234567", kind: "service", text: "123456 رمز دخولك إلى رواج" } as const;

const callbackUrl = "http://localhost:9/webhooks/unifonic";
const reporting = { callbackUrl, reportKeys: [Buffer.alloc(32, 1)] };

describe("Unifonic, against its simulator", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());

  const unifonic = (changed: Partial<{ appSid: string; senderId: string }> = {}) =>
    makeUnifonic({
      apiUrl: sandbox.hosts.unifonic ?? "",
      appSid: sandbox.credentials.UNIFONIC_APP_SID ?? "",
      senderId: sandbox.credentials.UNIFONIC_SENDER_ID ?? "",
      ...reporting,
      ...changed,
    });

  it("delivers a message to the phone, and returns its id and its parts", async () => {
    const sent = await unifonic().send({ ...message, reference: "snd_1" });
    expect(sent).toEqual({ providerId: expect.stringMatching(/^\d+$/), parts: 1 });
    const [received] = await sandbox.control<{ to: string; text: string }[]>("messages?to=%2B966501234567");
    expect(received).toMatchObject({ to: "+966501234567", text: message.text });
  });

  it("counts an Arabic text past 70 characters as two", async () => {
    const sent = await unifonic().send({ ...message, text: "ن".repeat(71), reference: "snd_2" });
    expect(sent.parts).toBe(2);
  });

  it("sent again under one reference arrives once", async () => {
    const again = { ...message, to: "+966509999999", reference: "snd_3" };
    await unifonic().send(again);
    await unifonic().send(again);
    expect(await sandbox.control<unknown[]>("messages?to=%2B966509999999")).toHaveLength(1);
  });

  it("reports that our credentials or sender are not accepted as `reconnect`", async () => {
    for (const changed of [{ appSid: "nobody" }, { senderId: "Unknown" }]) {
      const sending = unifonic(changed).send({ ...message, reference: "snd_4" });
      await expect(sending).rejects.toMatchObject({ kind: "reconnect" });
    }
  });

  it("reports a number that will never pass as `rejected`", async () => {
    const sending = unifonic().send({ ...message, to: "+971501234567", reference: "snd_5" });
    await expect(sending).rejects.toMatchObject({ kind: "rejected", reason: expect.stringContaining("482") });
  });
});

describe("Unifonic on a bad day", () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  async function startFakeServer(status: number, body: unknown, headers: Record<string, string> = {}) {
    server = createServer((request, response) => {
      request.resume();
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    });
    await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    return makeUnifonic({ apiUrl: `http://127.0.0.1:${port}`, appSid: "a", senderId: "Rawaj", ...reporting });
  }

  it.each([
    [
      "429 is `later`, with the given waiting time",
      429,
      { success: false, errorCode: "ER-429" },
      { kind: "later", retryAfterSeconds: 7, throttled: true },
    ],
    ["503 is `later`", 503, "closed", { kind: "later", retryAfterSeconds: 7 }],
    ["500 is `outcome_unknown`: it may have been sent", 500, "oops", { kind: "outcome_unknown" }],
    ["an error code may be a plain number", 200, { success: false, errorCode: 480 }, { kind: "reconnect" }],
    [
      "a refusal with HTTP 200 is a refusal",
      200,
      { success: false, errorCode: "ER-412" },
      { kind: "rejected" },
    ],
  ])("%s", async (_name, status, body, fault) => {
    const unifonic = await startFakeServer(status, body, status === 200 ? {} : { "retry-after": "7" });
    await expect(unifonic.send({ ...message, reference: "snd_6" })).rejects.toMatchObject(fault);
  });

  it("a server that cannot be reached is `later`: nothing was sent", async () => {
    const unifonic = makeUnifonic({
      apiUrl: "http://127.0.0.1:9",
      appSid: "a",
      senderId: "Rawaj",
      ...reporting,
    });
    await expect(unifonic.send({ ...message, reference: "snd_7" })).rejects.toMatchObject({ kind: "later" });
  });
});

describe("Unifonic's reports", () => {
  const { parseReport } = makeUnifonic({ apiUrl: "", appSid: "a", senderId: "Rawaj", ...reporting });
  const address = makeSignedPayloads(reporting.reportKeys).seal(["mer_1:txt_1"]);
  const report = (Status: string, message = address) =>
    parseReport({
      url: `${callbackUrl}?message=${message}`,
      body: Buffer.from(
        new URLSearchParams({ MessageID: "7", Status, Recipient: "966501234567" }).toString(),
      ),
      headers: {},
    });

  it("are of the message whose address they came to, and need the vendor's id", () => {
    const one = { reference: "mer_1:txt_1", providerId: "7", isUnsigned: true };
    expect(report("Delivered")).toMatchObject([{ ...one, state: "delivered" }]);
    expect(report("Undeliverable")).toMatchObject([{ ...one, state: "failed" }]);
    expect(report("Sent")).toEqual([]);
  });

  it("at any other address are nobody's", () => {
    expect(report("Delivered", "")).toBeNull();
    expect(report("Delivered", `${address}x`)).toBeNull();
    const other = makeSignedPayloads([Buffer.alloc(32, 2)]).seal(["mer_1:txt_1"]);
    expect(report("Delivered", other)).toBeNull();
  });
});
