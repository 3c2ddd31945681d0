import { join } from "node:path";
import { systemClock } from "../src/base/server/clock.ts";
import { makeDb } from "../src/base/server/db/db.ts";
import { embeddedDriver } from "../src/base/server/db/embedded-driver.ts";
import { migrate } from "../src/base/server/db/migrate.ts";
import { serverDriver } from "../src/base/server/db/server-driver.ts";
import { makeHttpServer } from "../src/base/server/http/server.ts";
import { makeLog } from "../src/base/server/log.ts";
import { loadMessages } from "../src/base/server/messages.ts";
import { makeMeters } from "../src/base/server/meters.ts";
import { makeClickBook } from "../src/modules/tracking/server/click-book.ts";
import { openLinkBook } from "../src/modules/tracking/server/link-book.ts";
import { makeMonths } from "../src/modules/tracking/server/make-months.ts";
import { mountRedirect } from "../src/modules/tracking/server/redirect.routes.ts";

/**
 * The product's redirect on the product's own HTTP server and database layer, over ten thousand links.
 *
 *   DATABASE_URL=postgres://… PORT=4502 node bench/product-redirect.ts      (embedded: DATA_DIR=…)
 */
const root = join(import.meta.dirname, "..");
const log = makeLog("silent");
const url = process.env.DATABASE_URL;
const driver = url
  ? await serverDriver({ url, poolSize: 10, statementTimeoutMs: 30_000, log })
  : await embeddedDriver(process.env.DATA_DIR ? { folder: process.env.DATA_DIR } : {});
await migrate(driver, join(root, "db/migrations"));
const db = makeDb(driver);
await makeMonths(db, systemClock.now());
await driver.query(
  `insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, destination, created_at)
   select n::text, 'mer_bench_' || n % 100, 'ad_bench_' || n, 'adg_bench_' || n / 5, 'cmp_bench_' || n / 20, 'snapchat',
     'https://shop.example/p/' || n, now()
   from generate_series(10000000, 10009999) n on conflict do nothing`,
  [],
);

const meters = makeMeters();
const app = await makeHttpServer({
  log,
  messages: await loadMessages(join(root, "src")),
  meters,
  worldClock: systemClock,
  trustedProxies: [],
});
mountRedirect(app, {
  links: await openLinkBook({ db, driver, systemClock, log }),
  clicks: makeClickBook(db),
  worldClock: systemClock,
  addressKey: Buffer.alloc(32, 9),
  counted: (visitor) => meters.clicks.inc({ visitor }),
});
await app.listen({ port: Number(process.env.PORT ?? 4502) });
console.log(JSON.stringify({ listening: app.server.address() }));
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
