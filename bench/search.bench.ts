import { makeDb } from "#base/server/db/db.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, informational, type Pace, type Report } from "./kit/report.ts";
import { dropLetterIndexes, indexDocuments, seedDocuments } from "./kit/seed-documents.ts";
import { seedMerchant } from "./kit/seed-merchant.ts";

const merchantId = "mer_many";

/** What merchants type, each searched letter by letter: frequent words, several, codes, numbers, and what nothing has. */
const typed = ["رمضان", "تخفيضات العيد", "عطور نساء", "الوطني", "abcd12", "١٢٣٤٥", "قهوه فاخره", "زرافة"];
/** One wrong letter each. */
const misspelt = ["رمظان", "تخفيظات العيد", "نظارت", "الوتني", "المدراس"];

type Headers = { authorization: string };
type Answer = { data: { groups: { items: unknown[] }[]; is_corrected: boolean } };

/** The search of a merchant with two hundred thousand objects, while typing. */
export async function search(pace: Pace): Promise<Report> {
  const own = pace.isQuick ? 50_000 : 200_000;
  const others = 4;
  const postgres = await startBenchServer();
  try {
    const driver = await openMigrated(postgres.url);
    const headers = await seedMerchant(makeDb(driver), merchantId, 1);
    await dropLetterIndexes(driver);
    await seedDocuments(driver, merchantId, own);
    for (let other = 1; other <= others; other += 1) await seedDocuments(driver, `mer_other_${other}`, own);
    await indexDocuments(driver);
    const perWrite = await measureWrites(driver);
    await driver.close();
    const product = await startProduct({
      ROLE: "web",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
    });
    const floor = await startServer(
      "bench/baseline-search.ts",
      { DATABASE_URL: postgres.url },
      `/${merchantId}?q=xx`,
    );
    const texts = typed.flatMap(listBeginnings);
    const times: number[] = [];
    const comparison = await alternate(
      pace.rounds,
      async () => {
        const round = await ask(product, texts.map(toCall), headers);
        times.push(...round);
        return sum(round);
      },
      async () =>
        sum(
          await ask(
            floor,
            texts.map((text) => `/${merchantId}?q=${encodeURIComponent(text)}`),
          ),
        ),
    );
    const near = await measureMisspelt(pace, product, headers);
    await floor.stop();
    await product.stop();
    const count = own.toLocaleString("en");
    return {
      title: "Search",
      setting:
        `\`GET Clients/Search/index\` over HTTP, one request after the other, for a merchant of ${count} objects beside ` +
        `${others} merchants of as many; ${texts.length} texts, as ${typed.length} searches are typed letter by letter. The floor is ` +
        "`bench/baseline-search.ts`: bare Fastify with the one query that finds the words.",
      findings: [
        atMost("While typing, 95 of 100", "", percentile(times, 0.95), 100, "ms"),
        atLeast("Beside the floor", formatComparison(comparison, "ms"), 1 / comparison.ratio, 0.4),
        atMost(`Misspelt words, 95 of 100 of ${near.length}`, "", percentile(near, 0.95), 100, "ms"),
        informational(
          "A new name is written",
          "in all its indexes, of a thousand in one statement",
          `${perWrite.toFixed(2)} ms`,
        ),
      ],
      raw: { times, near, comparison },
    };
  } finally {
    await postgres.stop();
  }
}

const listBeginnings = (text: string) => Array.from(text, (_, index) => text.slice(0, index + 1).trimEnd());
const toCall = (text: string) => `/Clients/Search/index?q=${encodeURIComponent(text)}`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** The milliseconds of each request. */
async function ask(program: Program, paths: readonly string[], headers?: Headers): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const start = performance.now();
    const answer = await fetch(`${program.url}${path}`, headers ? { headers } : {});
    await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    times.push(performance.now() - start);
  }
  return times;
}

async function measureMisspelt(pace: Pace, product: Program, headers: Headers): Promise<number[]> {
  for (const text of misspelt) {
    const answer = (await (await fetch(`${product.url}${toCall(text)}`, { headers })).json()) as Answer;
    if (!answer.data.is_corrected) throw new Error(`nothing was found that is meant by ${text}`);
  }
  const rounds = Array.from({ length: pace.rounds * 4 }, () => misspelt.map(toCall));
  const times: number[] = [];
  for (const paths of rounds) times.push(...(await ask(product, paths, headers)));
  return times;
}

/** Milliseconds for each of a thousand new documents of one statement, as a sync writes products. */
async function measureWrites(driver: Awaited<ReturnType<typeof openMigrated>>): Promise<number> {
  const count = 1_000;
  const start = performance.now();
  await seedDocuments(driver, "mer_writes", count);
  return (performance.now() - start) / count;
}
