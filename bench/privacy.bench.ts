import { makeDb, sql } from "#base/server/db/db.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { seedMerchant } from "./kit/seed-merchant.ts";

const merchantId = "mer_privacy";
const ads = 500;
const days = 100;
/** The facts of a day of an ad: it is read so often. */
const readings = 20;
const sampleMs = 50;
const goalSeconds = 60;
const goalMb = 150;

type Overview = { data: { export: { status: string; rows_done: number; bytes: number | null } | null } };
type Made = { seconds: number; rows: number; bytes: number; highestMb: number };

/** An export of a merchant with a million facts: how long until it is ready, and in how much memory. */
export async function privacy(pace: Pace): Promise<Report> {
  const facts = ads * (pace.isQuick ? days / 10 : days) * readings;
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const headers = await seedMerchant(db, merchantId, 1);
    await db.run(sql`
      insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, impressions, clicks,
        spend_halalas)
      select ${merchantId}, 'cmp_' || ad % 50, 'ad_' || ad, current_date - ago, 'platform',
        now() - make_interval(mins => reading), 900 + reading, 20 + reading, 5000 + reading
      from generate_series(1, ${ads}::int) ad, generate_series(1, ${facts / ads / readings}::int) ago,
        generate_series(1, ${readings}::int) reading`);
    await driver.query("vacuum analyze figures.ad_facts", []);
    await driver.close();
    const product = await startProduct({ DATABASE_URL: postgres.url, DATA_DIR: makeTempFolder() });
    const before = product.memoryMb();
    const made = await makeExport(product, headers);
    await product.stop();
    if (made.rows < facts) throw new Error(`the export holds ${made.rows} rows of ${facts}`);
    return {
      title: "Export of a merchant's data",
      setting:
        `\`POST Clients/Privacy/exports\` on one process of all roles and PostgreSQL: ${facts.toLocaleString("en")} facts and ` +
        `what else the merchant has, until the ZIP can be downloaded. Memory is sampled every ${sampleMs} ms, from the ` +
        `product at rest (${before.toFixed(0)} MB) to the highest of the export. MB are millions of bytes.`,
      findings: [
        atMost("until it is ready", `${made.rows.toLocaleString("en")} rows`, made.seconds, goalSeconds, "s"),
        atMost("memory that it adds", "at its highest", made.highestMb - before, goalMb, "MB"),
        informational("its file", `${(made.bytes / 1e6).toFixed(1)} MB`),
      ],
      raw: { before, made },
    };
  } finally {
    await postgres.stop();
  }
}

async function makeExport(product: Program, headers: { authorization: string }): Promise<Made> {
  const call = async (path: string, method = "GET"): Promise<Overview> => {
    const answer = await fetch(`${product.url}/Clients/Privacy/${path}`, {
      method,
      headers: { ...headers, "idempotency-key": "one-export" },
    });
    return (await answer.json()) as Overview;
  };
  const startedAt = performance.now();
  await call("exports", "POST");
  let highestMb = 0;
  for (let polls = 0; ; polls += 1) {
    highestMb = Math.max(highestMb, product.memoryMb());
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    if (polls % 5 > 0) continue;
    const { data } = await call("index");
    if (data.export?.status === "failed") throw new Error("the export failed");
    if (data.export?.status !== "ready") continue;
    const seconds = (performance.now() - startedAt) / 1_000;
    return { seconds, rows: data.export.rows_done, bytes: data.export.bytes ?? 0, highestMb };
  }
}
