import { buildWeb } from "../src/app/server/build-web.ts";
import { findHaproxy } from "./haproxy.ts";
import { isInOwnGroup, runInOwnGroup, stopOnSignal } from "./own-group.ts";
import { findPgBouncer } from "./pgbouncer.ts";
import { startCluster } from "./start-cluster.ts";

/**
 * `npm run cluster`: the product as many machines run it, on this one (`start-cluster.ts`), until Ctrl-C. `PORT` (3000) is the
 * balancer's; the other parts take numbers after it. `SANDBOX_PORT` (3900) and `SANDBOX_SPEED` (60) are the sandbox's.
 */
if (isInOwnGroup()) await run();
else runInOwnGroup(import.meta.filename);

async function run() {
  const port = Number(process.env.PORT || 3000);
  const sandboxPort = Number(process.env.SANDBOX_PORT || 3900);

  const missing = [...(findPgBouncer() ? [] : ["pgbouncer"]), ...(findHaproxy() ? [] : ["haproxy"])];
  if (missing.length > 0) {
    console.error(`Not installed: ${missing.join(", ")}. On Debian: apt-get install ${missing.join(" ")}`);
    process.exit(1);
  }
  if (!(await buildWeb())) process.exit(1);

  console.log("Starting PostgreSQL and its replica, PgBouncer, the sandbox, the roles and HAProxy…");
  const starting = startCluster({
    port,
    sandboxPort,
    env: { FIGURES_EVERY_SECONDS: process.env.FIGURES_EVERY_SECONDS || "5" },
    sandboxEnv: { SANDBOX_SPEED: process.env.SANDBOX_SPEED || "60" },
  });
  stopOnSignal(async () => (await starting).stop());
  const cluster = await starting;
  const rows = [
    ["Rawaj, through HAProxy", cluster.url],
    ["States of the roles", cluster.statesUrl],
    ...cluster.processes.map(({ name, url }) => [`  ${name}`, url]),
    ["PostgreSQL, through PgBouncer", cluster.poolerUrl],
    ["  primary", cluster.primaryUrl],
    ["  replica", cluster.replicaUrl],
    ["Sandbox", cluster.sandboxUrl],
    ["Logs", cluster.logFolder],
  ];
  console.log(
    `\n${rows.map(([name = "", at]) => `  ${name.padEnd(32)}${at}`).join("\n")}\n  Ctrl-C stops everything.\n`,
  );
}
