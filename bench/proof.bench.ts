import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { systemClock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { makeInvoicesFacade } from "#modules/billing/server/invoices/invoices.facade.ts";
import { sampleSeller } from "#modules/billing/testing/sample-seller.ts";
import { sealMonths } from "#modules/wallet/server/statement/seal-months.ts";
import { median } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { seedSpend } from "./kit/seed-spend.ts";
import { seedWallets, toToken } from "./kit/seed-wallets.ts";

/** A month that is over, so that it is sealed. */
const month = "2026-10";
const lastDay = "2026-10-31" as RiyadhDay;
const openedAt = new Date("2026-09-01T09:00:00Z");
const campaigns = 140;
const invoices = 200;
const [merchantId, smallId] = ["mer_f1", "mer_f2"];
const verifier = join(import.meta.dirname, "../scripts/verify-proof.mjs");

/** A month's proof of a hundred thousand entries: how long, in how much memory, and whether the verifier accepts it. */
export async function proof(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const entries = pace.isQuick ? 20_000 : 100_000;
    await seed(makeDb(driver), entries);
    await driver.close();
    const product = await startProduct({
      ROLE: "web",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const path = join(makeTempFolder(), `rawaj-proof-${month}.ndjson`);
    await download(product, smallId, path);
    const before = product.memoryMb();
    const runs = [];
    for (let round = 0; round < pace.rounds; round += 1) runs.push(await download(product, merchantId, path));
    await product.stop();
    const highest = Math.max(...runs.map(({ highestMb }) => highestMb));
    const seconds = runs.map((run) => run.seconds);
    const size = entries.toLocaleString("en");
    return {
      title: "Proof of a month",
      setting:
        `\`GET Clients/Reports/proof/${month}\` over HTTP (\`ROLE=web\`, PostgreSQL), written to the disk: a sealed month of ${size} ` +
        `entries of ${campaigns} campaigns, the platforms' hourly answers of five ad accounts, and ${invoices} invoices. Memory is sampled ` +
        `twenty times a second, from the idle product to the highest of ${runs.length} files one after the other. MB are millions of bytes.`,
      findings: [
        atMost(
          `A month of ${size} entries`,
          `${median(seconds).toFixed(1)} s; the slowest`,
          Math.max(...seconds),
          10,
          "s",
        ),
        atMost(
          "Memory that it adds",
          `${before.toFixed(0)} MB before, at most ${highest.toFixed(0)} MB meanwhile`,
          highest - before,
          100,
          "MB",
        ),
        verify(path, entries),
        informational("Size of the file", `${((runs[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB`),
      ],
      raw: { before, runs },
    };
  } finally {
    await postgres.stop();
  }
}

async function seed(db: Db, entries: number): Promise<void> {
  await seedWallets(db, { prefix: "mer_f", count: 2, firstMobile: 10_000_000, openedAt });
  await seedSpend(db, merchantId, { entries, campaigns, lastDay });
  await seedSpend(db, smallId, { entries: 1_000, campaigns, lastDay });
  await seedAnswers(db);
  const { issueInvoice } = makeInvoicesFacade({ loadSeller: async () => sampleSeller });
  const ctx = systemContext(db, merchantId, new Date("2026-10-15T09:00:00Z"));
  const line = {
    title_ar: "النمو",
    title_en: "Growth",
    quantity: 1,
    gross_halalas: 11_500,
    vat_basis_points: 1_500,
  };
  for (let nth = 0; nth < invoices; nth += 1)
    await transact(ctx, (ctx) =>
      issueInvoice(ctx, { source: { kind: "order", id: `ord_${nth}` }, lines: [line], paid_by: "card" }),
    );
  await sealMonths({ systemClock })(db, { now: new Date("2026-11-02T09:00:00Z") });
  await db.run(sql`analyze`);
}

/** Five ad accounts, each with an answer an hour about the day; every campaign belongs to one of them. */
async function seedAnswers(db: Db): Promise<void> {
  await db.run(sql`
    insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at,
      updated_at)
    select 'cmp_' || n, ${merchantId}, 'snapchat', 'ada_' || n % 5, n::text, 'حملة ' || n, 'active', now(), now()
    from generate_series(0, ${campaigns - 1}::int) n`);
  await db.run(sql`
    insert into figures.answers (merchant_id, sha256, ad_account_id, platform, bytes, received_at)
    select ${merchantId}, encode(sha256(convert_to(a || day::text || hour, 'UTF8')), 'hex'), 'ada_' || a, 'snapchat', 20000,
      day + hour * interval '1 hour'
    from generate_series(0, 4) a, generate_series('2026-10-01'::timestamptz, '2026-10-31', '1 day') day,
      generate_series(1, 24) hour`);
  await db.run(sql`
    insert into figures.answer_days (merchant_id, ad_account_id, day, sha256, received_at)
    select merchant_id, ad_account_id, (received_at - interval '1 hour')::date, sha256, received_at from figures.answers`);
}

/** Streams the proof to a file, and watches the product's memory meanwhile. */
async function download(product: Program, merchant: string, path: string) {
  let highestMb = product.memoryMb();
  const timer = setInterval(() => {
    highestMb = Math.max(highestMb, product.memoryMb());
  }, 50);
  const startedAt = performance.now();
  const answer = await fetch(`${product.url}/Clients/Reports/proof/${month}`, {
    headers: { authorization: `Bearer ${toToken(merchant)}` },
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`the proof was answered with ${answer.status}`);
  const file = createWriteStream(path);
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), file);
  clearInterval(timer);
  return { seconds: (performance.now() - startedAt) / 1_000, bytes: file.bytesWritten, highestMb };
}

/** What a merchant runs: the verifier reads the file alone. */
function verify(path: string, entries: number): Finding {
  const said = execFileSync(process.execPath, [verifier, path], { encoding: "utf8" }).trim();
  const isRight = said.includes(`right. ${month}, ${entries} entries`) && said.endsWith("sealed");
  return {
    what: "`scripts/verify-proof.mjs`",
    figures: said.slice(said.indexOf(".ndjson: ") + 9),
    result: isRight ? "right" : "wrong",
    goal: "right",
    isMet: isRight,
  };
}
