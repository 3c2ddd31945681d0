import { setTimeout as wait } from "node:timers/promises";
import { settingsFor } from "#app/testing/product.ts";
import { systemClock } from "#base/server/clock.ts";
import { type Db, makeDb, sql } from "#base/server/db/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";

const perSecond = 80;
const kills = 5;
/** Until another process may send after one was killed, and until it has started. */
const secondsPerKill = 40;
const longestMinutes = 20;

type Sent = { messages: number; repeated: number; approved_templates: number };

/** WhatsApp messages that are all due at one moment, at the vendor's rate, while the process that sends them is killed. */
export async function messages(pace: Pace): Promise<Report> {
  const count = pace.isQuick ? 1_000 : 10_000;
  const postgres = await startBenchServer();
  const sandbox = await startSandbox({ seed: "bench", env: { SANDBOX_DATA_DIR: makeTempFolder() } });
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const { WORLD_CLOCK_URL: _, ...settings } = settingsFor(sandbox);
    const env = {
      ...settings,
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
      WHATSAPP_PER_SECOND: String(perSecond),
    };
    const web = await startProduct({ ...env, ROLE: "web" });
    await sandbox.control("whatsapp/webhook", { url: `${web.url}/webhooks/whatsapp` });
    const run = await sendAll({ db, sandbox, env, count });
    const sent = await sandbox.control<Sent>("whatsapp/sent");
    const states = await untilReported(db, count);
    await web.stop();
    await driver.close();
    const atRate = count / perSecond + kills * secondsPerKill;
    return {
      title: "Messages due at one moment",
      setting:
        `${count.toLocaleString("en")} WhatsApp messages of 200 merchants, due at one moment, sent by the product's own job ` +
        "(`ROLE=jobs`, one process) and reported to another (`ROLE=web`) by signed webhooks, on PostgreSQL. The simulated " +
        `vendor (\`sandbox/\`, a process of its own) takes ${perSecond} a second and refuses the rest. The process that sends is ` +
        `killed ${kills} times (SIGKILL) and started again; the goal is the vendor's rate and ${secondsPerKill} s for each kill.`,
      findings: [
        atMost(
          `${count.toLocaleString("en")} messages, killed ${kills} times`,
          `${(count / run.seconds).toFixed(0)} /s over all, kills included`,
          run.seconds,
          atRate,
          "s",
        ),
        checkOnce(sent, count),
        informational("How they ended", JSON.stringify(states)),
      ],
      raw: { run, sent, states },
    };
  } finally {
    await sandbox.stop();
    await postgres.stop();
  }
}

type Run = { db: Db; sandbox: TestSandbox; env: Record<string, string>; count: number };

async function sendAll({ db, sandbox, env, count }: Run) {
  let jobs = await startProduct({ ...env, ROLE: "jobs" });
  // A message of a template that is still reviewed would go by SMS.
  while ((await sandbox.control<Sent>("whatsapp/sent")).approved_templates < 8) await wait(100);
  const startedAt = systemClock.now();
  await seedTexts(db, count, startedAt);
  const since = () => (systemClock.now().getTime() - startedAt.getTime()) / 1_000;
  const killedAt: number[] = [];
  for (let sent = 0; sent < count; ) {
    await wait(200);
    ({ sent } = await db.one<{ sent: number }>(sql`
      select count(*)::int as sent from messages.texts where sent_at is not null or state = 'failed'`));
    if (killedAt.length < kills && sent >= ((killedAt.length + 1) * count) / (kills + 1)) {
      await jobs.kill();
      killedAt.push(since());
      jobs = await startProduct({ ...env, ROLE: "jobs" });
    }
    if (since() > longestMinutes * 60)
      throw new Error(`only ${sent} of ${count} were sent in ${longestMinutes} minutes`);
  }
  const seconds = since();
  await jobs.stop();
  return { seconds, killedAt };
}

async function seedTexts(db: Db, count: number, at: Date): Promise<void> {
  await db.run(sql`
    insert into messages.texts (merchant_id, id, key, channel, to_number, template, language, params, link_path,
      is_urgent, is_exempt, expires_at, retry_at, queued_at)
    select 'mer_' || n % 200, 'txt_' || n, 'bench:' || n, 'whatsapp', '+9665' || (10000000 + n * 10 + 5)::text,
      'communication_rule', 'ar', '{"what":"نقصت مبيعاتك بنسبة 35%","figures":"650 ر.س بعد 1,000 ر.س"}'::jsonb,
      'rules/communication', false, false, ${new Date(at.getTime() + 86_400_000)}, ${at}, ${at}
    from generate_series(1, ${count}::int) n`);
}

/** Reports follow the last message by a moment; a number may have an end that the simulator never reports. */
async function untilReported(db: Db, count: number) {
  const load = () =>
    db.many<{ state: string; n: number }>(sql`
      select state, count(*)::int as n from messages.texts where stands_in_for is null group by state order by state`);
  for (let tries = 0; tries < 100; tries += 1) {
    const delivered = (await load()).find(({ state }) => state === "delivered")?.n ?? 0;
    if (delivered >= count * 0.99) break;
    await wait(200);
  }
  return Object.fromEntries((await load()).map(({ state, n }) => [state, n]));
}

function checkOnce({ messages, repeated }: Sent, count: number): Finding {
  return {
    what: "Accepted by the vendor, each once",
    figures: `${messages.toLocaleString("en")} of ${count.toLocaleString("en")}`,
    result: `${repeated} twice`,
    goal: "all, 0 twice",
    isMet: messages === count && repeated === 0,
  };
}
