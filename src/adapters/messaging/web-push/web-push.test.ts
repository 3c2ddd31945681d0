import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { makeWebPush } from "./web-push.ts";

const message = { payload: '{"title":"رصيدك"}', ttlSeconds: 60, isUrgent: true, topic: "money_low" };
type Given = { endpoint: string; keys: { p256dh: string; auth: string } };

describe("push, against its simulator", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  const open = (contact = "mailto:push@rawaj.example") =>
    makeWebPush({ services: [sandbox.hosts["web-push"] ?? ""], contact });
  async function subscribe(publicKey: string) {
    const { endpoint, keys } = await sandbox.control<Given>("web-push/subscriptions", {
      application_server_key: publicKey,
    });
    return { endpoint, ...keys };
  }

  it("arrives encrypted and signed, with its time, urgency and topic; a repeat replaces", async () => {
    const sender = open();
    const keys = sender.createKeys();
    const target = await subscribe(keys.publicKey);
    expect(await sender.send(target, message, keys)).toBe("sent");
    expect(await sender.send(target, message, keys)).toBe("sent");
    expect(await sandbox.control<object[]>("web-push/messages")).toMatchObject([
      { payload: message.payload, ttl: 60, urgency: "high", topic: "money_low" },
    ]);
  });

  it("a subscription that ended is gone, and other keys than its own are refused", async () => {
    const sender = open();
    const keys = sender.createKeys();
    const target = await subscribe(keys.publicKey);
    await expect(sender.send(target, message, sender.createKeys())).rejects.toMatchObject({
      kind: "rejected",
    });
    await sandbox.control("web-push/end", { endpoint: target.endpoint });
    expect(await sender.send(target, message, keys)).toBe("gone");
    expect(await sender.send({ ...target, endpoint: `${target.endpoint}x` }, message, keys)).toBe("gone");
  });
});

it.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
  ["http://fcm.googleapis.com/fcm/send/abc", false],
  ["https://fcm.googleapis.com:8443/x", false],
  ["https://fcm.googleapis.com@127.0.0.1/x", false],
  ["https://fcm.googleapis.com.evil.example/x", false],
  ["https://push.services.mozilla.com.evil.example/x", false],
  ["https://evil-push.services.mozilla.com.example/x", false],
  ["https://169.254.169.254/latest", false],
  ["nothing", false],
])("%s is an endpoint we send to: %s", (endpoint, isKnown) => {
  const services = ["https://fcm.googleapis.com", "https://*.push.services.mozilla.com"];
  expect(makeWebPush({ services, contact: "mailto:a@b.example" }).accepts(endpoint)).toBe(isKnown);
});
