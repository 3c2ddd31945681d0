import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { addDays } from "#base/shared/riyadh-day.ts";
import { testServer } from "#base/testing/http.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { openTestApp } from "#modules/campaigns/testing/test-app.ts";
import { makeCreativeFacade } from "#modules/creative/server/creative.facade.ts";
import { noPictures } from "#modules/creative/testing/no-pictures.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { makeStaffFacade } from "#modules/staff/server/staff.facade.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import type { RowFields } from "../contract/staff-library.calls.ts";
import type { LibraryDeps } from "../server/library.deps.ts";
import { mountLibrary } from "../server/library.routes.ts";

export type LibraryHarness = Awaited<ReturnType<typeof openLibrary>>;

/** What an ad's days say; amounts in halalas, each day alike. */
export type AdDays = {
  adId: string;
  campaignId: string;
  merchantId?: string;
  from: RiyadhDay;
  days: number;
  spend: number;
  orders: number;
  sales: number;
};

/** The module's calls over real HTTP beside those of campaigns, with the real modules below it. */
export async function openLibrary() {
  const testApp = await openTestApp();
  const { db, systemClock, worldClock, messages } = testApp;
  const folder = await mkdtemp(join(tmpdir(), "rawaj-library-"));
  const storage = makeLocalStorage(folder);
  const deps: LibraryDeps = {
    db,
    messages,
    worldClock,
    log: makeLog("silent"),
    staff: makeStaffFacade({ systemClock, sessionLimits: defaultStaffSettings.sessionLimits }),
    media: makeCreativeFacade({ storage, quotaBytes: 0, pictures: noPictures }),
    // Only what is read, and drafts.
    campaigns: makeCampaignsFacade({} as Parameters<typeof makeCampaignsFacade>[0]),
    figures: makeFiguresFacade({ systemClock }),
  };
  const server = await testServer(db, (app, http) => mountLibrary(app, http, deps), worldClock);
  const staff = (): StaffContext => ({
    db,
    by: { kind: "staff", id: "stf_noura" },
    now: worldClock.now(),
    requestId: null,
  });

  return {
    testApp,
    db,
    deps,
    server,
    storage,
    staff,
    call: server.call,
    /** A form with one file, as the staff member. */
    async upload(path: string, bytes: Buffer, name: string) {
      const edge = "----edge-of-the-part";
      const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const answer = await server.app.inject({
        method: "POST",
        url: `/${path}`,
        headers: {
          authorization: "Bearer test-session-of-stf_noura",
          "x-app-language": "en",
          "content-type": `multipart/form-data; boundary=${edge}`,
        },
        payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
      });
      const { data, code } = answer.json<{ data: never; code?: string }>();
      return { status: answer.statusCode, data, code };
    },
    /** Days of an ad as the figures roll them up. */
    async measureAd({ adId, campaignId, merchantId = "mer_1", from, days, spend, orders, sales }: AdDays) {
      for (let at = 0; at < days; at += 1) {
        const day = addDays(from, at);
        await db.run(sql`
          insert into figures.ad_days (merchant_id, campaign_id, day, ad_id, spend_halalas, orders_delivered, sales_delivered_halalas)
          values (${merchantId}, ${campaignId}, ${day}, ${adId}, ${spend}, ${orders}, ${sales})
          on conflict (merchant_id, campaign_id, day, ad_id) do update set spend_halalas = excluded.spend_halalas,
            orders_delivered = excluded.orders_delivered, sales_delivered_halalas = excluded.sales_delivered_halalas`);
        await db.run(sql`
          insert into figures.merchant_days (merchant_id, day, platform, spend_halalas, orders_delivered, sales_delivered_halalas)
          values (${merchantId}, ${day}, 'snapchat', ${spend}, ${orders}, ${sales})
          on conflict (merchant_id, day, platform) do update
            set spend_halalas = merchant_days.spend_halalas + excluded.spend_halalas,
              orders_delivered = merchant_days.orders_delivered + excluded.orders_delivered,
              sales_delivered_halalas = merchant_days.sales_delivered_halalas + excluded.sales_delivered_halalas`);
      }
    },
    async close() {
      await server.app.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A row with nothing but what it must have. */
export const aRow = (fields: Partial<RowFields> = {}): RowFields => ({
  reference: "L-001",
  type: "image",
  link: null,
  ad_day: null,
  season: null,
  style: null,
  platform: null,
  sector: null,
  editor: "",
  writer: "",
  notes: "",
  hook: null,
  proof: null,
  offer: null,
  call_to_action: null,
  ...fields,
});
