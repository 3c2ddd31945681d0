import { type Db, makeDb } from "#base/server/db/db.ts";
import { isConsistent } from "#modules/wallet/domain/findings.ts";
import { emptyPosition, verifyMerchants } from "#modules/wallet/server/verify-merchants.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, measureRate } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, type Finding, type Pace, type Report } from "./kit/report.ts";
import { campaignsEach, heldHalalas, seedWallets, toToken } from "./kit/seed-wallets.ts";

const merchants = 1_000;
const connections = 32;
/** The prefixes of the product's merchants and of the baseline's: the ledger of each stays its own. */
const [ours, bare] = ["mer_p", "mer_b"];
const campaign = `cmp_{k%${campaignsEach}}`;

type Kind = "reserve" | "capture";
type Round = Pick<LoadPlan, "seconds" | "count">;
let rounds = 0;

/** Money held and settled over HTTP: many wallets beside one SQL call for each request, and one hot wallet beside many. */
export async function transfer(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    await seedWallets(db, { prefix: ours, count: merchants, firstMobile: 10_000_000 });
    await seedWallets(db, { prefix: bare, count: merchants, firstMobile: 20_000_000 });
    const env = { ROLE: "web", DATABASE_URL: postgres.url, DATA_DIR: makeTempFolder() };
    const product = await startProduct(env, "bench/kit/transfer-product.ts");
    const baseline = await startServer(
      "bench/baseline-transfer.ts",
      { DATABASE_URL: postgres.url },
      "/reserve",
    );
    const results = [];
    for (const kind of ["reserve", "capture"] as const) {
      results.push(await compareSpread(kind, product, baseline, pace));
      results.push(await compareHot(kind, product, pace));
    }
    await Promise.all([product.stop(), baseline.stop()]);
    const consistency = await countInconsistent(db);
    await driver.close();
    return {
      title: "Transfers over HTTP",
      setting:
        "`wallet.hold` (a campaign's hold grows) and `wallet.settleSpends` (its spend of a day grows, taken from the hold, which " +
        "the available balance refills) as idempotent calls of the product's own server with its sessions (`ROLE=web`, one " +
        `process, PostgreSQL), ${connections} connections, ${merchants.toLocaleString("en")} wallets of ${campaignsEach} campaigns each. Beside ` +
        "`bench/baseline-transfer.ts`: bare Fastify and one SQL call that locks the wallet and leaves the same rows: entries, hold, " +
        "settled day, idempotency key, audit entry, event.",
      findings: [...results.map(({ finding }) => finding), consistency],
      raw: results.map(({ comparison }) => comparison),
    };
  } finally {
    await postgres.stop();
  }
}

/** The product's call: each request with another key, and a larger amount than any before it. */
function viaProduct(kind: Kind, { port }: Program, { seconds, count }: Round): Promise<number> {
  rounds += 1;
  const start = rounds * 1_000_000;
  const today = new Date().toISOString().slice(0, 10);
  return measureRate({
    port,
    method: "POST",
    path: `/Clients/Transfers/${kind}`,
    headers: { authorization: `Bearer ${toToken(`${ours}{n}`)}`, "idempotency-key": `bench-${rounds}-{k}` },
    body:
      kind === "reserve"
        ? `{"campaign_id":"${campaign}","target_halalas":{k}}`
        : `{"campaign_id":"${campaign}","day":"${today}","total_halalas":{k}}`,
    from: 1,
    count,
    numbersFrom: kind === "reserve" ? heldHalalas + start : start,
    expect: 200,
    connections,
    seconds,
  });
}

function viaBaseline(kind: Kind, { port }: Program, { seconds, count }: Round): Promise<number> {
  rounds += 1;
  return measureRate({
    port,
    method: "POST",
    path: `/${kind}`,
    body: `{"merchant":"${bare}{n}","key":"bench-${rounds}-{k}","amount":100,"campaign":"${campaign}","spendAccount":"rawaj:ad_spend:{n%16}"}`,
    from: 1,
    count,
    expect: 200,
    connections,
    seconds,
  });
}

async function compareSpread(kind: Kind, product: Program, baseline: Program, pace: Pace) {
  const round = { seconds: pace.roundSeconds, count: merchants };
  const comparison = await alternate(
    pace.rounds,
    () => viaProduct(kind, product, round),
    () => viaBaseline(kind, baseline, round),
  );
  const figures = formatComparison(comparison, "/s");
  return {
    finding: atLeast(`${titles[kind]}, many wallets, beside the baseline`, figures, comparison.ratio, 0.6),
    comparison,
  };
}

async function compareHot(kind: Kind, product: Program, pace: Pace) {
  const seconds = pace.roundSeconds;
  const comparison = await alternate(
    pace.rounds,
    () => viaProduct(kind, product, { seconds, count: 1 }),
    () => viaProduct(kind, product, { seconds, count: merchants }),
  );
  const figures = formatComparison(comparison, "/s");
  return {
    finding: atLeast(`${titles[kind]}, one hot wallet, beside many`, figures, comparison.ratio, 0.5),
    comparison,
  };
}

const titles: Record<Kind, string> = { reserve: "Reserve", capture: "Capture" };

/** The product's own check of each wallet: running balances, balances, holds and debts against the entries. */
async function countInconsistent(db: Db): Promise<Finding> {
  let entries = 0;
  let inconsistent = 0;
  for (let n = 1; n <= merchants; n += 1) {
    const [verified] = await verifyMerchants(db, [emptyPosition(`${ours}${n}`)], { limit: 1_000_000 });
    if (!verified?.isComplete || !isConsistent(verified.findings)) inconsistent += 1;
    entries += verified?.position.entries ?? 0;
  }
  return {
    what: "Wallets whose entries, balances and holds do not agree",
    figures: `${entries.toLocaleString("en")} entries of ${merchants.toLocaleString("en")} wallets`,
    result: `${inconsistent}`,
    goal: "0",
    isMet: inconsistent === 0,
  };
}
