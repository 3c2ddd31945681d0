import { expect, it } from "vitest";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { subscribeToEach } from "./each-topic.ts";

it("a topic that is refused does not stop the others, and is named with its reason", async () => {
  const asked: string[] = [];
  const refused = await subscribeToEach(["orders", "products", "shop"], async (topic) => {
    asked.push(topic);
    if (topic === "orders") throw new AdapterFault("rejected", { reason: "not for you" });
  });
  expect(asked).toEqual(["orders", "products", "shop"]);
  expect(refused).toEqual([{ topic: "orders", reason: "not for you" }]);
});

it("a platform that is busy, or no longer lets us in, is not asked for the rest", async () => {
  const asked: string[] = [];
  const ask = subscribeToEach(["orders", "products"], async (topic) => {
    asked.push(topic);
    throw new AdapterFault("later", { reason: "busy" });
  });
  await expect(ask).rejects.toMatchObject({ kind: "later" });
  expect(asked).toEqual(["orders"]);
});
