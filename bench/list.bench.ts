import { makeDb } from "#base/server/db/db.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct } from "./kit/programs.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { seedCampaigns, seedMerchant } from "./kit/seed-merchant.ts";

const merchantId = "mer_many";
const campaigns = 100_000;
const deep = 90;
const size = 10;

type Headers = { authorization: string };
type Page = { data: { items: { id: string }[]; total: number; next: string | null } };

/** The list of one merchant's hundred thousand campaigns: a late page costs what the first does. */
export async function list(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const headers = await seedMerchant(db, merchantId, 1);
    await seedCampaigns(db, merchantId, "cmp_", campaigns);
    await driver.query("vacuum analyze campaigns.campaigns, campaigns.campaign_sync", []);
    await driver.close();
    const product = await startProduct({
      ROLE: "web",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const comparison = [
      await deepPage(pace, product, headers, "created", "newest first"),
      await deepPage(pace, product, headers, "name", "by name"),
    ];
    const jump = await jumpTo(pace, product, headers);
    await product.stop();
    return {
      title: "List of campaigns",
      setting:
        `\`GET Clients/Campaigns/index\` over HTTP for a merchant of ${campaigns.toLocaleString("en")} campaigns, ` +
        `${size} a page, with the total; the time of one request at a time. Page ${deep} is requested with the \`next\` ` +
        "of the page before, as the web does when a merchant walks there; the pages together must hold no campaign twice.",
      findings: [...comparison.map(({ finding }) => finding), jump.finding],
      raw: { pages: comparison.map((page) => page.comparison), jump: jump.comparison },
    };
  } finally {
    await postgres.stop();
  }
}

const toPath = (sort: string, page: number, after?: string) =>
  `/Clients/Campaigns/index?page=${page}&size=${size}&sort=${sort}&order=desc${after ? `&after=${after}` : ""}`;

async function deepPage(pace: Pace, product: Program, headers: Headers, sort: string, inWords: string) {
  const after = await findCursor(product, headers, sort);
  const comparison = await alternate(
    pace.rounds,
    () => measureTime(pace, product, headers, toPath(sort, deep, after)),
    () => measureTime(pace, product, headers, toPath(sort, 1)),
  );
  const what = `Page ${deep} beside page 1, ${inWords}`;
  return { finding: atMost(what, formatComparison(comparison, "ms"), comparison.ratio, 1.3), comparison };
}

/** Goes to the page before the late one and returns its cursor. */
async function findCursor(product: Program, headers: Headers, sort: string): Promise<string> {
  const seen = new Set<string>();
  let after: string | undefined;
  for (let page = 1; page < deep; page += 1) {
    const answer = await fetch(`${product.url}${toPath(sort, page, after)}`, { headers });
    const { data } = (await answer.json()) as Page;
    for (const { id } of data.items) seen.add(id);
    if (data.total !== campaigns || data.next === null)
      throw new Error(`page ${page} is not as it should be`);
    after = data.next;
  }
  if (after === undefined || seen.size !== (deep - 1) * size)
    throw new Error("the pages do not hold together");
  return after;
}

async function jumpTo(pace: Pace, product: Program, headers: Headers) {
  const comparison = await alternate(
    Math.min(5, pace.rounds),
    () => measureTime(pace, product, headers, toPath("created", deep)),
    () => measureTime(pace, product, headers, toPath("created", 1)),
  );
  return {
    finding: informational(
      `Jump to page ${deep} without a cursor`,
      formatComparison(comparison, "ms"),
      `${comparison.ratio.toFixed(2)}x`,
    ),
    comparison,
  };
}

async function measureTime(pace: Pace, product: Program, headers: Headers, path: string): Promise<number> {
  const plan: LoadPlan = {
    port: product.port,
    path,
    headers,
    expect: 200,
    connections: 1,
    seconds: pace.roundSeconds / 2,
  };
  const { p50, failed } = await load(plan);
  if (failed > 0) throw new Error(`${failed} requests for a page failed`);
  return p50;
}
