import { afterAll, beforeEach } from "vitest";
import type { MakeVendor } from "../base/vendor.ts";
import { listenForHooks } from "./listener.ts";
import { serve } from "./serve.ts";

/** A served platform with somebody who listens for its webhooks, and has heard nothing when a test begins. */
export async function openStage(maker: MakeVendor) {
  const [served, hooks] = await Promise.all([serve([maker]), listenForHooks()]);
  beforeEach(() => {
    hooks.got = [];
    hooks.answer = 200;
  });
  afterAll(async () => {
    hooks.close();
    await served.close();
  });
  return { served, hooks };
}
