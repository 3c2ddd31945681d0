import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { type Harness, makeTree, openHarness, type Tree } from "./testing.ts";

let harness: Harness;
let tree: Tree;
beforeEach(async () => {
  harness = await openHarness({ identity: "fresh" });
  tree = await makeTree(harness);
  await harness.step("PT1H");
});
afterEach(() => harness.stop());

const nowSeconds = async () =>
  Math.floor(new Date((await harness.sandbox.control<{ now: string }>("clock")).now).getTime() / 1_000);

async function click(): Promise<string> {
  const url = "https://shop.example/p/1";
  const clicked = await harness.sandbox.control<{ url: string }>("meta/click", { ad_id: tree.ad, url });
  return `fb.1.${await nowSeconds()}000.${new URL(clicked.url).searchParams.get("fbclid")}`;
}

const anEvent = async (change: Json = {}, user: Json = {}): Promise<Json> => ({
  event_name: "Purchase",
  event_time: await nowSeconds(),
  event_id: "9001",
  action_source: "website",
  event_source_url: "https://shop.example/p/1",
  user_data: { client_user_agent: "Mozilla/5.0", ...user },
  custom_data: { value: 230, currency: "SAR" },
  ...change,
});
const send = (...data: Json[]) => harness.refusal("POST", `/${harness.pixel_id}/events`, { data });
const accept = async (...data: Json[]) => {
  const { status, body } = await harness.call("POST", `/${harness.pixel_id}/events`, { data });
  expect({ status, received: body.events_received }).toEqual({ status: 200, received: data.length });
};
/** What the shop's browser reports, as the Meta Pixel code does. */
const browse = async (eventId: string, fbc: string) => {
  const query = { id: harness.pixel_id, ev: "Purchase", eid: eventId, fbc };
  const params = new URLSearchParams({ ...query, "cd[value]": "230", "cd[currency]": "SAR" });
  const { status } = await fetch(`${harness.sandbox.url}/meta-dialog/tr?${params}`);
  expect(status).toBe(204);
};
async function countPurchases(): Promise<number> {
  await harness.step("PT1H");
  const since = "2026-11-20";
  const query = { fields: "actions", time_range: JSON.stringify({ since, until: "2026-11-23" }) };
  const { data } = await harness.get(`/${tree.ad}/insights`, query);
  const actions = ((data as Json[])[0]?.actions ?? []) as { action_type: string; value: string }[];
  return Number(actions.find(({ action_type }) => action_type.endsWith("purchase"))?.value ?? 0);
}

describe("a purchase", () => {
  it.each(["browser first", "server first"])(
    "that the browser's pixel and the server report under one event id counts once (%s)",
    async (order) => {
      const fbc = await click();
      const event = await anEvent({}, { fbc });
      const reports = [() => browse("9001", fbc), () => accept(event)];
      for (const report of order === "browser first" ? reports : reports.toReversed()) await report();
      expect(await countPurchases()).toBe(1);
    },
  );

  it("counts twice where their event ids differ", async () => {
    const fbc = await click();
    await browse("of the browser", fbc);
    await accept(await anEvent({}, { fbc }));
    expect(await countPurchases()).toBe(2);
  });

  it("is refused with the whole request when it is old, plain, unpriced or matches nobody", async () => {
    const fbc = await click();
    const good = await anEvent({}, { fbc });
    const old = await anEvent({ event_time: (await nowSeconds()) - 8 * 86_400 }, { fbc });
    expect((await send(good, old)).text).toContain("7 days");
    expect((await send(await anEvent({}, { em: "noura@example.com" }))).text).toContain("hashed");
    expect((await send(await anEvent({ custom_data: {} }, { fbc }))).text).toContain("value");
    expect((await send(await anEvent())).text).toContain("customer information");
    expect((await send(...Array.from({ length: 1_001 }, () => good))).text).toContain("Too many");
    expect(await countPurchases()).toBe(0);
  });
});
