import { expect, it } from "vitest";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { subscribeToEach } from "./each-topic.ts";

it("a topic that is refused does not stop the others, and is returned with its reason", async () => {
  const requested: string[] = [];
  const refused = await subscribeToEach(["orders", "products", "shop"], async (topic) => {
    requested.push(topic);
    if (topic === "orders") throw new AdapterFault("rejected", { reason: "not for you" });
  });
  expect(requested).toEqual(["orders", "products", "shop"]);
  expect(refused).toEqual([{ topic: "orders", reason: "not for you" }]);
});

it("after a platform is busy, or has revoked our access, the remaining topics are not requested", async () => {
  const requested: string[] = [];
  const result = subscribeToEach(["orders", "products"], async (topic) => {
    requested.push(topic);
    throw new AdapterFault("later", { reason: "busy" });
  });
  await expect(result).rejects.toMatchObject({ kind: "later" });
  expect(requested).toEqual(["orders"]);
});
