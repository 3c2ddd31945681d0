import { type Db, makeDb } from "#base/server/db/db.ts";
import { alternate, formatComparison, median } from "./kit/alternate.ts";
import { openEmbedded, openMigrated, startBenchServer } from "./kit/database.ts";
import { type LoadPlan, load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { seedCampaignDays } from "./kit/seed-campaign-days.ts";
import { seedCampaigns, seedMerchant } from "./kit/seed-merchant.ts";

const merchantId = "mer_many";
const campaigns = 100_000;
const deep = 90;
const size = 10;

/** Another merchant, of so many campaigns with a month of figures. */
const earnerId = "mer_earner";
const earning = 5_000;

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
    const fewHeaders = await seedFew(db);
    const earner = await seedMerchant(db, earnerId, 2);
    await seedCampaigns(db, earnerId, "cme_", earning);
    await seedCampaignDays(db, earnerId);
    await driver.query(
      "vacuum analyze campaigns.campaigns, campaigns.campaign_sync, figures.campaign_days",
      [],
    );
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
    const onServer = await measureSearches(pace, product, { few: fewHeaders, many: headers }, "PostgreSQL");
    const floor = await startServer(
      "bench/baseline-list.ts",
      { DATABASE_URL: postgres.url },
      `/created/${earnerId}`,
    );
    const withFigures = [];
    for (const one of views)
      withFigures.push(await besideFloor(pace, { product, headers: earner, floor }, one));
    const totals = await measureTotals(pace, product, earner);
    const bulk = await acceptBulk(pace, product, earner);
    await floor.stop();
    await product.stop();
    const onEmbedded = await searchEmbedded(pace);
    return {
      title: "List of campaigns",
      setting:
        `\`GET Clients/Campaigns/index\` over HTTP for a merchant of ${campaigns.toLocaleString("en")} campaigns, ` +
        `${size} a page, with the total; the time of one request at a time. Page ${deep} is asked for with the \`next\` ` +
        "of the page before, as the web does when a merchant walks there; the pages together must hold no campaign twice. " +
        `With figures: a merchant of ${earning.toLocaleString("en")} campaigns and a month of figures, a week shown, beside ` +
        "`bench/baseline-list.ts`: bare Fastify with the one query that finds, sorts and sums.",
      findings: [
        ...comparison.map(({ finding }) => finding),
        jump.finding,
        ...onServer,
        ...onEmbedded,
        ...withFigures.flatMap(({ findings }) => findings),
        totals,
        bulk,
      ],
      raw: {
        pages: comparison.map((page) => page.comparison),
        jump: jump.comparison,
        withFigures: withFigures.map((one) => one.comparison),
      },
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

/** Each view of the list, and the query of the floor that does the same. */
const views = [
  { what: "sorted by spend", query: "sort=spend", floor: "spend" },
  { what: "the active ones by delivered ROAS", query: "sort=roas_delivered&status=active", floor: "roas" },
  { what: "newest first", query: "sort=created", floor: "created" },
  { what: "found by a part of their name", query: "sort=created&search=ab12", floor: "search" },
];

type Sides = { product: Program; headers: Headers; floor: Program };

/** The inverse of the times, so that more is better as in the goal. */
async function besideFloor(pace: Pace, { product, headers, floor }: Sides, view: (typeof views)[number]) {
  const path = `/Clients/Campaigns/index?size=${size}&order=desc&${view.query}`;
  const slowest: number[] = [];
  const comparison = await alternate(
    pace.rounds,
    async () => {
      const { p50, p99 } = await measure(pace, product, headers, path);
      slowest.push(p99);
      return p50;
    },
    async () => (await measure(pace, floor, undefined, `/${view.floor}/${earnerId}`)).p50,
  );
  const what = `${earning.toLocaleString("en")} campaigns with figures, ${view.what}`;
  return {
    comparison,
    findings: [
      atLeast(`${what}, beside the floor`, formatComparison(comparison, "ms"), 1 / comparison.ratio, 0.4),
      // The goal is on the 95th percentile; the 99th is stricter.
      atMost(`${what}, the slowest hundredth`, "", Math.max(...slowest), 100, "ms"),
    ],
  };
}

async function measureTotals(pace: Pace, product: Program, headers: Headers) {
  const { p50, p99 } = await measure(pace, product, headers, "/Clients/Campaigns/totals");
  const what = `The sums of ${earning.toLocaleString("en")} campaigns beside the week before`;
  return informational(what, `${p50.toFixed(1)} ms, the slowest hundredth ${p99.toFixed(1)} ms`);
}

/** A bulk change is accepted by one request, and carried out later. */
async function acceptBulk(pace: Pace, product: Program, headers: Headers) {
  const ids = Array.from({ length: 500 }, (_, index) => `cme_${100_000 + index}`);
  const body = JSON.stringify({ action: "budget", ids, change: { kind: "percent", basis_points: 2_000 } });
  const times: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const start = performance.now();
    const answer = await fetch(`${product.url}/Clients/Campaigns/bulk`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "idempotency-key": `bench-bulk-${round}` },
      body,
    });
    await answer.text();
    if (!answer.ok) throw new Error(`a bulk change was refused with ${answer.status}`);
    times.push(performance.now() - start);
  }
  return atMost("500 campaigns are accepted for a change", "the slowest", Math.max(...times), 1_000, "ms");
}

/** Parts of names: what a handful have, more and more of them, and every one. */
const searches = [
  { part: "ab12", inWords: "few names have" },
  { part: "عطور خصم", inWords: "one name in 900 has" },
  { part: "مفارش", inWords: "one name in 31 has" },
  { part: "بخور", inWords: "one name in 15 has" },
  { part: "حملة", inWords: "every name has" },
];

async function seedFew(db: Db): Promise<Headers> {
  const headers = await seedMerchant(db, "mer_few", 3);
  await seedCampaigns(db, "mer_few", "cmf_", campaigns / 10);
  return headers;
}

type Owners = { few: Headers; many: Headers };

/** The time of one request at a time, and how it grows with the number of campaigns. */
async function measureSearches(pace: Pace, product: Program, { few, many }: Owners, storage: string) {
  const findings: Finding[] = [];
  for (const { part, inWords } of searches) {
    const path = `${toPath("created", 1)}&search=${encodeURIComponent(part)}`;
    const comparison = await alternate(
      pace.rounds,
      () => measureTime(pace, product, many, path),
      () => measureTime(pace, product, few, path),
    );
    const what = `A part that ${inWords}, ${campaigns.toLocaleString("en")} campaigns on ${storage}`;
    const figures = formatComparison(comparison, "ms");
    findings.push(
      atMost(what, "", median(comparison.ours), 5, "ms"),
      atMost(`${what}, beside ${(campaigns / 10).toLocaleString("en")}`, figures, comparison.ratio, 2),
    );
  }
  return findings;
}

async function searchEmbedded(pace: Pace): Promise<Finding[]> {
  const folder = makeTempFolder();
  const driver = await openEmbedded(folder);
  const db = makeDb(driver);
  const many = await seedMerchant(db, merchantId, 1);
  await seedCampaigns(db, merchantId, "cmp_", campaigns);
  const few = await seedFew(db);
  await driver.query("vacuum analyze campaigns.campaigns, campaigns.campaign_sync", []);
  await driver.close();
  const product = await startProduct({ ROLE: "web", DATABASE_URL: "", DATA_DIR: folder });
  try {
    return await measureSearches(pace, product, { few, many }, "the embedded database");
  } finally {
    await product.stop();
  }
}

const measureTime = async (pace: Pace, product: Program, headers: Headers, path: string): Promise<number> =>
  (await measure(pace, product, headers, path)).p50;

async function measure(pace: Pace, program: Program, headers: Headers | undefined, path: string) {
  const plan: LoadPlan = {
    port: program.port,
    path,
    ...(headers ? { headers } : {}),
    expect: 200,
    connections: 1,
    seconds: pace.roundSeconds / 2,
  };
  const { p50, p99, failed } = await load(plan);
  if (failed > 0) throw new Error(`${failed} requests for a page failed`);
  return { p50, p99 };
}
