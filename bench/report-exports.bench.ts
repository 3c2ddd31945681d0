import { Readable } from "node:stream";
import { makeDb, sql } from "#base/server/db/db.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { seedCampaigns, seedMerchant } from "./kit/seed-merchant.ts";

const merchantId = "mer_exports";
/** As many rows as a report by day and campaign has: 250 campaigns of 400 days. */
const campaigns = 250;
const days = 400;

type Headers = { authorization: string };
type Saved = { firstByteMs: number; seconds: number; bytes: number; lines: number; highestMb: number };

/** A report of a hundred thousand rows as CSV and as a workbook: how long, and in how much memory. */
export async function reportExports(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const headers = await seedMerchant(db, merchantId, 1);
    await seedCampaigns(db, merchantId, "cmp_", campaigns);
    await db.run(sql`
      insert into figures.campaign_days (merchant_id, day, campaign_id, impressions, clicks, spend_halalas, orders_placed,
        sales_placed_halalas)
      select ${merchantId}, current_date - ago, id, 1000 + ago % 700, 20 + ago % 13, 5000 + (ago * 104729) % 9000,
        ago % 7, ago % 7 * 14900
      from campaigns.campaigns, generate_series(0, ${days - 1}::int) ago where merchant_id = ${merchantId}`);
    await driver.query("vacuum analyze campaigns.campaigns, figures.campaign_days", []);
    await driver.close();
    const product = await startProduct({
      ROLE: "web",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const small = await createReport(product, headers, "this_month");
    const large = await createReport(product, headers, null);
    await save(product, headers, small, "csv");
    await save(product, headers, small, "xlsx");
    const before = product.memoryMb();
    const csv: Saved[] = [];
    const xlsx: Saved[] = [];
    for (let round = 0; round < pace.rounds; round += 1) csv.push(await save(product, headers, large, "csv"));
    const afterCsv = product.memoryMb();
    for (let round = 0; round < pace.rounds; round += 1)
      xlsx.push(await save(product, headers, large, "xlsx"));
    const cancelled = await cancel(product, headers, large);
    await product.stop();
    const rows = campaigns * days;
    if (csv.some(({ lines }) => lines !== rows + 1)) throw new Error("the file does not hold every row");
    const added = (saved: Saved[]) => Math.max(...saved.map(({ highestMb }) => highestMb)) - before;
    const seconds = xlsx.map((one) => one.seconds);
    return {
      title: "Exports of reports",
      setting:
        `\`GET Clients/Reports/custom/{id}/export\` over HTTP (\`ROLE=web\`, PostgreSQL): a report of one's own by day and ` +
        `campaign with six measures, ${rows.toLocaleString("en")} rows. Memory is sampled twenty times a second, from the ` +
        `product after two small files (${before.toFixed(0)} MB) to the highest of ${pace.rounds} files one after the ` +
        "other. MB are millions of bytes.",
      findings: [
        atMost(
          "CSV: the first byte",
          `${median(csv.map((one) => one.firstByteMs)).toFixed(0)} ms; the slowest`,
          Math.max(...csv.map((one) => one.firstByteMs)),
          300,
          "ms",
        ),
        atMost(
          "CSV: memory that it adds",
          `${afterCsv.toFixed(0)} MB after the files`,
          added(csv),
          100,
          "MB",
        ),
        informational(
          "CSV: the whole file",
          `${median(csv.map((one) => one.seconds)).toFixed(1)} s, ${((csv[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB`,
        ),
        atMost(
          "XLSX: the whole file",
          `${median(seconds).toFixed(1)} s; the slowest`,
          Math.max(...seconds),
          15,
          "s",
        ),
        atMost(
          "XLSX: memory that it adds",
          `${((xlsx[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB of file`,
          added(xlsx),
          200,
          "MB",
        ),
        atMost(
          "A cancelled file: until the product's next answer",
          "closed after the first part",
          cancelled,
          300,
          "ms",
        ),
      ],
      raw: { before, afterCsv, csv, xlsx, cancelled },
    };
  } finally {
    await postgres.stop();
  }
}

async function createReport(product: Program, headers: Headers, period: string | null): Promise<string> {
  const today = new Date();
  const from = new Date(today.getTime() - (days - 1) * 86_400_000);
  const toDay = (instant: Date) => instant.toISOString().slice(0, 10);
  const answer = await fetch(`${product.url}/Clients/Reports/custom`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": `bench-${period}` },
    body: JSON.stringify({
      name: "Exports",
      definition: {
        measures: [
          "sales_placed_halalas",
          "spend_halalas",
          "roas_placed",
          "orders_placed",
          "impressions",
          "cpc_halalas",
        ],
        by: ["day", "campaign"],
        filter: {},
        period: period ? { name: period } : { from: toDay(from), to: toDay(today) },
        display: "table",
      },
    }),
  });
  const { data } = (await answer.json()) as { data: { id: string } | null };
  if (!data) throw new Error(`the report was answered with ${answer.status}`);
  return data.id;
}

const request = (product: Program, headers: Headers, id: string, format: string, signal?: AbortSignal) =>
  fetch(`${product.url}/Clients/Reports/custom/${id}/export?format=${format}`, {
    headers: { ...headers, "accept-encoding": "identity" },
    ...(signal ? { signal } : {}),
  });

/** Reads a whole file without keeping it, and watches the product's memory meanwhile. */
async function save(product: Program, headers: Headers, id: string, format: "csv" | "xlsx"): Promise<Saved> {
  let highestMb = product.memoryMb();
  const timer = setInterval(() => {
    highestMb = Math.max(highestMb, product.memoryMb());
  }, 50);
  const startedAt = performance.now();
  const answer = await request(product, headers, id, format);
  if (answer.status !== 200 || !answer.body) throw new Error(`the file was answered with ${answer.status}`);
  let firstByteMs = 0;
  let bytes = 0;
  let lines = 0;
  for await (const chunk of Readable.fromWeb(answer.body as never) as AsyncIterable<Buffer>) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += chunk.length;
    if (format === "csv") for (const byte of chunk) if (byte === 10) lines += 1;
  }
  clearInterval(timer);
  return { firstByteMs, seconds: (performance.now() - startedAt) / 1_000, bytes, lines, highestMb };
}

/** Leaves a file after its first part; milliseconds until the product has answered something else. */
async function cancel(product: Program, headers: Headers, id: string): Promise<number> {
  const leaving = new AbortController();
  const answer = await request(product, headers, id, "xlsx", leaving.signal);
  await answer.body?.getReader().read();
  leaving.abort();
  const startedAt = performance.now();
  const other = await fetch(`${product.url}/Clients/Reports/custom`, { headers });
  if (other.status !== 200) throw new Error(`the list was answered with ${other.status}`);
  return performance.now() - startedAt;
}
