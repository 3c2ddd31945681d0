import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { aSubscription, loadSubscription } from "#modules/billing/testing/builders.ts";
import { aCard } from "#modules/wallet/testing/builders.ts";
import { composeTestApp } from "../testing/compose-test-app.ts";

/** A saved card that a subscription renews from, through the composed product: the payments ask billing. */

let app: Awaited<ReturnType<typeof composeTestApp>>;
let server: TestServer;
beforeAll(async () => {
  app = await composeTestApp();
  await app.jobs.prepare();
  server = await testServer(app.db, (routes, http) => app.composed.mountCalls(routes, http), app.worldClock);
});
beforeEach(async () => {
  await app.db.reset();
  await aCard(app.db, "mer_1", "crd_1");
  await app.db.run(sql`update payments.cards set is_default = true`);
  await aSubscription(own());
});
afterAll(async () => {
  await server.app.close();
  await app.jobs.stop();
  await app.close();
});

const own = () => systemContext(app.db, "mer_1", app.worldClock.now());
const remove = (language: "ar" | "en" = "en") =>
  server.call("DELETE Clients/Wallet/cards/crd_1", { as: "mer_1", language });
const cards = async () =>
  (
    await app.db.many<{ id: string }>(sql`select id from payments.cards where removed_at is null order by id`)
  ).map(({ id }) => id);

describe("the only card, which a subscription renews from", () => {
  it.each([
    ["en", /subscription/i],
    ["ar", /اشتراك/],
  ] as const)("is not removed, and the merchant reads why (%s)", async (language, reason) => {
    const { status, envelope } = await remove(language);
    expect([status, envelope]).toMatchObject([
      409,
      { code: "payments.card_needed", messages: [expect.stringMatching(reason)] },
    ]);
    expect(await cards()).toEqual(["crd_1"]);
  });

  it("is removed when another takes over, and renewals follow", async () => {
    await aCard(app.db, "mer_1", "crd_2");
    await app.db.run(sql`update billing.subscriptions set card_id = 'crd_1'`);
    expect((await remove()).status).toBe(200);
    await app.relay.settle();
    expect(await cards()).toEqual(["crd_2"]);
    expect(await loadSubscription(app.db)).toMatchObject({ card_id: "crd_2" });
  });

  it("is not kept by a card that has expired", async () => {
    await aCard(app.db, "mer_1", "crd_2");
    await app.db.run(sql`update payments.cards set expiry_year = 2020 where id = 'crd_2'`);
    expect((await remove()).status).toBe(409);
  });

  it("is removed once the subscription is being ended", async () => {
    const ended = await server.call("POST Clients/Billing/subscription/cancel", { as: "mer_1" });
    expect(ended.status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await cards()).toEqual([]);
  });
});
