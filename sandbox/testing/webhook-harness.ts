import { afterAll, beforeEach } from "vitest";
import type { MakeVendor } from "../base/vendor.ts";
import { openTestSandbox } from "./test-sandbox.ts";
import { openWebhookReceiver } from "./webhook-receiver.ts";

/** A running platform with a webhook receiver that is emptied before each test. */
export async function openWebhookHarness(maker: MakeVendor) {
  const [sandbox, hooks] = await Promise.all([openTestSandbox([maker]), openWebhookReceiver()]);
  beforeEach(() => {
    hooks.received = [];
    hooks.answer = 200;
  });
  afterAll(async () => {
    hooks.close();
    await sandbox.close();
  });
  return { sandbox, hooks };
}
