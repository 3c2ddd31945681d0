import { afterEach, expect, test } from "vitest";
import { toRiyadhTime } from "./rhythm.ts";
import { openSmallWorld, type SmallWorld, type SmallWorldOptions } from "./testing/small-world.ts";
import { type ClickFact, computeTotals, type HourFact, type OrderFact } from "./truth.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const opened: SmallWorld[] = [];

async function aWorld(options: SmallWorldOptions = {}): Promise<SmallWorld> {
  const world = await openSmallWorld(options);
  opened.push(world);
  return world;
}

afterEach(async () => {
  for (const world of opened.splice(0)) await world.close();
});

/** Everything that happened, without what differs by run: the link's port and its sequence number. */
function describeFacts(world: SmallWorld): string {
  return JSON.stringify(world.truth.list({}))
    .replaceAll(/127\.0\.0\.1:\d+/g, "link")
    .replaceAll(/click\d+/g, "click");
}

test("the same seed gives the same world, in one step, in many, or by the running clock", async () => {
  const [one, many, running] = [await aWorld(), await aWorld(), await aWorld()];
  await one.world.clock.step(3 * DAY);
  for (const part of [37 * 60_000, 5 * HOUR, 61_000, DAY]) await many.world.clock.step(part);
  await many.world.clock.step(one.world.now().getTime() - many.world.now().getTime());
  running.world.clock.set({ speed: 90_000, paused: false });
  running.world.clock.start();
  await expect
    .poll(() => running.world.now() >= one.world.now(), { timeout: 20_000, interval: 20 })
    .toBe(true);
  await running.world.clock.stop();

  expect(one.truth.list({}).length).toBeGreaterThan(200);
  expect(describeFacts(many)).toBe(describeFacts(one));
  const until = one.world.now().toISOString();
  // The running clock went on a little: compare everything before that instant.
  expect(running.truth.list({ to: until, kind: "click" }).map(({ id }) => id)).toEqual(
    one.truth.list({ to: until, kind: "click" }).map(({ id }) => id),
  );
  expect(computeTotals(running.truth.list({ to: until, kind: "order" })).orders).toEqual(
    computeTotals(one.truth.list({ to: until, kind: "order" })).orders,
  );
});

test("another seed gives another world", async () => {
  const [one, other] = [await aWorld(), await aWorld({ seed: "another" })];
  await one.world.clock.step(DAY);
  await other.world.clock.step(DAY);
  expect(describeFacts(other)).not.toBe(describeFacts(one));
});

test("a daily budget is about spent on every full Riyadh day, never above the maximum overdelivery", async () => {
  const { world, truth, market } = await aWorld();
  await world.clock.step(14 * DAY);
  const days = new Map<string, number>();
  for (const fact of truth.list({ kind: "impressions" }) as HourFact[]) {
    const { day } = toRiyadhTime(Date.parse(fact.at));
    days.set(day, (days.get(day) ?? 0) + fact.spend_micro + fact.credited_micro);
  }
  expect(days.size).toBe(14);
  for (const micro of days.values()) {
    expect(micro).toBeGreaterThan(90_000_000);
    expect(micro).toBeLessThanOrEqual(110_000_000);
  }
  // What was reported to the platform is what the truth says, to the millionth.
  const reportedMicro = [...market.spent.values()].reduce((sum, micro) => sum + micro, 0);
  expect(reportedMicro).toBe(computeTotals(truth.list({})).spend_micro);
});

test("people are awake in the evening and asleep before dawn", async () => {
  const { world, truth } = await aWorld();
  await world.clock.step(7 * DAY);
  const hours = new Array<number>(24).fill(0);
  for (const fact of truth.list({ kind: "impressions" }) as HourFact[]) {
    const { hour } = toRiyadhTime(Date.parse(fact.at));
    hours[hour] = (hours[hour] ?? 0) + fact.impressions;
  }
  const [night = 0, evening = 0] = [hours[4], hours[22]];
  expect(evening).toBeGreaterThan(night * 4);
});

test("a low bid cap shows the ad less, and pays no more than the cap", async () => {
  const ad = {
    bid: {
      kind: "max" as const,
      per: "thousand_impressions" as const,
      amountHalalas: 500,
      goal: "impressions" as const,
    },
  };
  const { world, truth } = await aWorld({ ad, dailyHalalas: 1_000_000 });
  await world.clock.step(DAY);
  const { impressions, spend_micro } = computeTotals(truth.list({}));
  expect(impressions).toBeGreaterThan(1_000);
  expect(spend_micro / impressions).toBeLessThanOrEqual(5_000 * 1.02);
});

test("an empty audience sees nothing and costs nothing", async () => {
  const ad = {
    audience: {
      countries: ["SA"],
      geoRadii: [{ latitude: 0, longitude: 0, radiusKm: 5 }],
      genders: [],
      ages: { from: 18, to: null },
    },
  };
  const { world, truth } = await aWorld({ ad });
  await world.clock.step(DAY);
  expect(truth.list({ kind: "impressions" })).toEqual([]);
});

test("every valid click that was not a bounce requested the link, and reached the shop it leads to", async () => {
  const { world, truth, userAgents, salla } = await aWorld();
  await world.clock.step(2 * DAY);
  const clicks = truth.list({ kind: "click" }) as ClickFact[];
  expect(userAgents.length).toBe(clicks.reduce((sum, click) => sum + click.requests, 0));
  expect(clicks.some((click) => click.by === "bot")).toBe(true);
  expect(userAgents.some((agent) => /Snapchat/.test(agent))).toBe(true);
  const shop = salla.shops?.()[0];
  for (const click of clicks.filter(({ outcome }) => outcome === "visited")) {
    expect(click.reached?.startsWith(shop?.origin() ?? "?")).toBe(true);
  }
});

test("when the link does not answer, the shoppers are lost and the ad brings no orders", async () => {
  const { world, truth } = await aWorld({ link: "refuses" });
  await world.clock.step(3 * DAY);
  const totals = computeTotals(truth.list({}));
  expect(totals.lost).toBeGreaterThan(50);
  expect(totals.visits).toBe(0);
  expect(totals.orders_from_ads.count).toBe(0);
  expect(totals.orders.count).toBeGreaterThan(0);
});

test("orders follow their click, a third are cash on delivery, and some are refused or refunded", async () => {
  const { world, truth } = await aWorld({ dailyHalalas: 60_000 });
  await world.clock.step(21 * DAY);
  const facts = truth.list({});
  const clicks = new Map(
    facts.filter((fact) => fact.kind === "click").map((fact) => [fact.id, fact as ClickFact]),
  );
  const orders = facts.filter((fact) => fact.kind === "order") as OrderFact[];
  for (const { cause, at } of orders) {
    if (cause.kind === "click") expect(at > (clicks.get(cause.click)?.at ?? "~")).toBe(true);
  }
  const cod = orders.filter((order) => order.payment_method === "cod").length / orders.length;
  expect(cod).toBeGreaterThan(0.28);
  expect(cod).toBeLessThan(0.42);
  const totals = computeTotals(facts);
  for (const what of ["orders_from_ads", "deliveries", "refusals", "cancellations", "refunds"] as const) {
    expect(totals[what].count, what).toBeGreaterThan(0);
  }
  expect(totals.credited_clicks).toBeGreaterThan(0);
});

test("everyday orders come without any ad", async () => {
  const { world, truth, market } = await aWorld();
  market.ads = [];
  await world.clock.step(2 * DAY);
  const orders = truth.list({ kind: "order" }) as OrderFact[];
  expect(orders.length).toBeGreaterThan(5);
  expect(orders.every((order) => order.cause.kind === "everyday")).toBe(true);
});

test("a restart continues from the saved world: nothing twice, nothing lost, no time passed", async () => {
  const { mkdtempSync, rmSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const dataDir = mkdtempSync(`${tmpdir()}/rawaj-world-`);
  try {
    const whole = await aWorld();
    await whole.world.clock.step(4 * DAY);
    const before = await aWorld({ dataDir });
    await before.world.clock.step(2 * DAY);
    before.world.save();
    await before.world.clock.step(5 * HOUR); // not saved: as if the program was killed here
    const after = await aWorld({ dataDir });
    for (const [key, micro] of before.market.spent)
      if (key < "ad-1|2026-11-03") after.market.spent.set(key, micro);
    expect(after.world.now()).toEqual(new Date(Date.parse("2026-10-31T21:00:00Z") + 2 * DAY));
    await after.world.clock.step(2 * DAY);
    expect(describeFacts(after)).toBe(describeFacts(whole));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
