import { describe, expect, it } from "vitest";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { TextMessage, TextMessenger } from "#modules/merchants/server/text-message.port.ts";
import { makeFailover } from "./failover.ts";

const message = { to: "+966501234567", kind: "service", text: "123456", reference: "snd_1" } as const;

function fakeMessenger(providerId: string, fault?: AdapterFault) {
  const received: TextMessage[] = [];
  const messenger: TextMessenger = {
    recognizesRepeats: false,
    async send(given) {
      received.push(given);
      if (fault) throw fault;
      return { providerId, parts: 1 };
    },
  };
  return { messenger, received };
}
const later = new AdapterFault("later", { reason: "503" });
const throttled = new AdapterFault("later", { reason: "429", throttled: true });
const unknown = new AdapterFault("outcome_unknown", { reason: "time-out" });
const rejected = new AdapterFault("rejected", { reason: "bad number" });
const reconnect = new AdapterFault("reconnect", { reason: "bad token" });

describe("failover between vendors of text messages", () => {
  it("asks the second nothing after an accepted answer", async () => {
    const [first, second] = [fakeMessenger("1"), fakeMessenger("2")];
    const sent = await makeFailover(first.messenger, second.messenger).send(message);
    expect([sent.providerId, second.received]).toEqual(["1", []]);
  });

  it.each([
    ["is unavailable", later],
    ["times out", unknown],
  ])("sends the same message by the second where the first %s", async (_name, fault) => {
    const [first, second] = [fakeMessenger("1", fault), fakeMessenger("2")];
    const sent = await makeFailover(first.messenger, second.messenger).send(message);
    expect([sent.providerId, second.received]).toEqual(["2", [message]]);
  });

  it.each([
    ["refuses the number", rejected],
    ["refuses our credentials", reconnect],
    ["throttles us", throttled],
  ])("stays with the first where it %s", async (_name, fault) => {
    const [first, second] = [fakeMessenger("1", fault), fakeMessenger("2")];
    await expect(makeFailover(first.messenger, second.messenger).send(message)).rejects.toBe(fault);
    expect(second.received).toEqual([]);
  });

  it.each([
    ["a doubt about the first stays a doubt where the second is unavailable", unknown, later, unknown],
    ["a doubt about the first stays a doubt where the second refuses", unknown, rejected, unknown],
    ["a doubt about the second is told", later, unknown, unknown],
    ["both unavailable is tried later", later, reconnect, later],
  ])("%s", async (_name, firstFault, secondFault, expected) => {
    const [first, second] = [fakeMessenger("1", firstFault), fakeMessenger("2", secondFault)];
    await expect(makeFailover(first.messenger, second.messenger).send(message)).rejects.toBe(expected);
  });
});
