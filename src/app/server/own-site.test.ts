import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { SiteAnswer } from "#modules/stores/contract/stores.calls.ts";
import { signUp } from "../testing/merchant.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

/** A shop on no platform beside the whole product: what its owner pastes, its shoppers' browsers, its own server. */
let sandbox: TestSandbox;
let testApp: TestApp;
beforeAll(async () => {
  sandbox = await startSandbox();
  testApp = await openTestApp(sandbox);
}, 60_000);
afterAll(async () => {
  await testApp?.close();
  await sandbox?.stop();
});

it("is verified by the tag its owner pasted, and its orders come and continue", async () => {
  const merchant = await signUp({ product: testApp.url, sandbox: sandbox.url }, "0501112233");
  type Shop = { slug: string; url: string };
  const { slug, url } = await sandbox.control<Shop>("site/sites", { fresh: true, everyday_orders: 10 });
  const site = await merchant.call<SiteAnswer>("POST Clients/Stores/sites", { body: { address: url } });
  const verify = () =>
    merchant.call<SiteAnswer>(`POST Clients/Stores/sites/${site.id}/verify`, { body: { by: "meta" } });
  await expect(verify()).rejects.toThrow("409");

  const head = `${site.meta_tag}${site.pixel_tag}`;
  await sandbox.control("site/sites", { slug, head, signing_key: site.signing_key });
  expect(await verify()).toMatchObject({ verified_by: "meta", pixel_seen_at: expect.any(String) });

  await sandbox.control("clock", { step: "P4D" });
  await vi.waitFor(async () => {
    const rows = await testApp.db.many<{ status: string; total_halalas: number; utm: object }>(
      sql`select status, total_halalas, utm from stores.orders where merchant_id is not null`,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(({ status }) => status)).toContain("delivered");
    expect(rows.some(({ utm }) => Object.keys(utm).length > 0)).toBe(true);
  });
  const { stores } = await merchant.call<{ stores: object[] }>("GET Clients/Stores/index");
  expect(stores).toMatchObject([{ type: "other", link: url, status: "connected" }]);
}, 60_000);
