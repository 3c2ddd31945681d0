import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { makeTaqnyat } from "./taqnyat.ts";

const message = {
  to: "+966501234567",
  kind: "service",
  text: "123456 رمز دخولك إلى رواج",
  reference: "snd_1",
} as const;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
});
afterAll(() => sandbox.stop());

const taqnyat = (changed: Partial<{ apiUrl: string; token: string; senderId: string }> = {}) =>
  makeTaqnyat({
    apiUrl: sandbox.hosts.taqnyat ?? "",
    token: "rawaj-taqnyat-token",
    senderId: "Rawaj",
    ...changed,
  });

describe("Taqnyat, against its simulator", () => {
  it("delivers a message to the phone, and returns its id and its parts", async () => {
    expect(await taqnyat().send(message)).toEqual({ providerId: expect.stringMatching(/^\d+$/), parts: 1 });
    const [received] = await sandbox.control<object[]>("messages?to=%2B966501234567");
    expect(received).toMatchObject({ to: message.to, text: message.text, vendor: "taqnyat" });
    expect(await taqnyat().send({ ...message, text: "ن".repeat(71) })).toMatchObject({ parts: 2 });
  });

  it("reports that our token or sender are not accepted as `reconnect`", async () => {
    for (const changed of [{ token: "nobody" }, { senderId: "Unknown" }])
      await expect(taqnyat(changed).send(message)).rejects.toMatchObject({ kind: "reconnect" });
  });

  it("a number in `rejected` is `rejected`, though the call was accepted", async () => {
    const sending = taqnyat().send({ ...message, to: "+971501234567" });
    await expect(sending).rejects.toMatchObject({ kind: "rejected" });
  });

  it.each([
    ["429 is `later` and throttled", "429", { kind: "later", throttled: true }],
    ["503 is `later`", "503", { kind: "later", throttled: undefined }],
    ["500 is `outcome_unknown`", "500", { kind: "outcome_unknown" }],
  ])("%s", async (_name, kind, fault) => {
    await sandbox.control("faults", { vendor: "taqnyat", kind, times: 1 });
    await expect(taqnyat().send(message)).rejects.toMatchObject(fault);
  });

  it("a server that cannot be reached is `later`: nothing was sent", async () => {
    const sending = taqnyat({ apiUrl: "http://127.0.0.1:9" }).send(message);
    await expect(sending).rejects.toMatchObject({ kind: "later" });
  });
});
