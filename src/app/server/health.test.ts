import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMeters } from "#base/server/meters.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { mountHealth } from "./health.ts";
import type { Settings } from "./settings.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const token = "sZ8-kQ2vT7xWp4Lm9Rb3Yc6N";

/** The response of `/metrics` under these settings to a caller with this header. */
async function fetchMetrics(settings: Pick<Settings, "NODE_ENV" | "METRICS_TOKEN">, authorization?: string) {
  const { app } = await testServer(db, (app) =>
    mountHealth(app, { db, meters: makeMeters(), settings, isReady: () => true, isWritable: () => true }),
  );
  const answer = await app.inject({ url: "/metrics", headers: authorization ? { authorization } : {} });
  await app.close();
  return { status: answer.statusCode, isOpen: answer.body.includes("process_cpu") };
}
const open = { status: 200, isOpen: true };
const closed = { status: 404, isOpen: false };

describe("the metrics page", () => {
  it("is closed in production until it has a token", async () => {
    expect(await fetchMetrics({ NODE_ENV: "production", METRICS_TOKEN: undefined })).toEqual(closed);
    expect(
      await fetchMetrics({ NODE_ENV: "production", METRICS_TOKEN: undefined }, "Bearer undefined-undefined"),
    ).toEqual(closed);
  });

  it.each(["production", "development"] as const)(
    "opens to the token's bearer alone in %s",
    async (NODE_ENV) => {
      const settings = { NODE_ENV, METRICS_TOKEN: token };
      expect(await fetchMetrics(settings, `Bearer ${token}`)).toEqual(open);
      for (const wrong of [undefined, "Bearer", `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`, token])
        expect(await fetchMetrics(settings, wrong)).toEqual(closed);
    },
  );

  it("is open on a developer's machine", async () => {
    expect(await fetchMetrics({ NODE_ENV: "development", METRICS_TOKEN: undefined })).toEqual(open);
  });
});
