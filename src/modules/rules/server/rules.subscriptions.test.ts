import { afterAll, beforeEach, expect, it } from "vitest";
import { openRulesApp, raiseTheWinner } from "../testing/rules-harness.ts";
import { rulesSubscriptions } from "./rules.subscriptions.ts";

const app = await openRulesApp();
beforeEach(() => app.reset());
afterAll(() => app.db.close());

it.each([
  ["campaign.synced", "confirmed"],
  ["campaign.sync_failed", "failed"],
] as const)("after %s a rule's act is %s", async (name, outcome) => {
  const campaign_id = await app.aRunningCampaign();
  await app.aRule(raiseTheWinner);
  app.see(campaign_id, { spend: 20_000, sales: 80_000 });
  await app.runAt("2026-11-21T10:00:00Z");
  const [answers] = rulesSubscriptions();
  const event = { name, campaign_id, merchant_id: "mer_1", position: 1, published_at: new Date() };
  await app.db.transaction((tx) => answers?.handle(tx, event, new Date()) ?? Promise.resolve());
  expect(await app.acts()).toMatchObject([{ outcome }]);
});
