import type { MakeVendor, Vendor } from "../base/vendor.ts";
import { makeWorld, type World } from "../base/world.ts";
import { makeServer } from "../server.ts";

export interface TestSandbox {
  world: World;
  vendors: Vendor[];
  /** "http://localhost:PORT" */
  url: string;
  control<Answer = Record<string, unknown>>(path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * A world in memory with a stopped clock, served over real HTTP on any free port, for a simulator's own tests: 11:00
 * in Riyadh.
 */
export async function openTestSandbox(
  makers: MakeVendor[],
  { rateLimits = true } = {},
): Promise<TestSandbox> {
  const world = makeWorld({
    port: 0,
    dataDir: null,
    seed: "test",
    speed: 0,
    start: new Date("2026-11-21T08:00:00.000Z"),
    productUrl: null,
    smtpPort: 0,
    open: false,
    exitWithParent: false,
    rateLimits,
    refusedPercent: 20,
  });
  const vendors = makers.map((make) => make(world));
  world.clock.onSlot(({ end }) => world.scheduler.run(end));
  world.clock.onSettled(world.requestPool.drain);
  const app = makeServer(world, vendors, []);
  for (const vendor of vendors) await vendor.start?.();
  await app.listen({ port: 0, host: "localhost" });
  const address = app.server.address();
  const url = `http://localhost:${address && typeof address === "object" ? address.port : 0}`;
  world.setOrigin(url);
  return {
    world,
    vendors,
    url,
    async control<Answer>(path: string, body?: object) {
      const answer = await fetch(`${url}/control/${path}`, {
        method: body ? "POST" : "GET",
        ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
      });
      if (!answer.ok) throw new Error(`control/${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
    async close() {
      await app.close();
      for (const vendor of vendors) await vendor.stop?.();
    },
  };
}
