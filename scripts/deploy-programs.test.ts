import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readProductSettings } from "../src/app/server/settings.ts";
import {
  parseEnvironment,
  readCompose,
  readFile,
  readImageEnvironment,
  readKustomization,
  readManifests,
} from "./deploy-files.ts";
import { findProgram } from "./find-program.ts";
import { findHaproxy } from "./haproxy.ts";
import { findPgBouncer, untilItListens } from "./pgbouncer.ts";
import { freePort, makeServerFolder, startPostgres, unprivileged } from "./postgres.ts";

/**
 * What the real programs say of `deploy/`, each where it is installed: a test that is left out names the program that is not
 * there.
 */

const root = join(import.meta.dirname, "..");
const systemBinaries = "/usr/lib/postgresql";
const psql = existsSync(systemBinaries)
  ? readdirSync(systemBinaries)
      .map((version) => join(systemBinaries, version, "bin/psql"))
      .find(existsSync)
  : undefined;
const [openssl, haproxy, pgbouncer, kubectl] = [
  findProgram("openssl"),
  findHaproxy(),
  findPgBouncer(),
  findProgram("kubectl"),
];

let folder: string;
const secrets = () => join(folder, "secrets");
/** A file of `deploy/` that reads its secrets where this test made them. */
const withOwnSecrets = (path: string) => readFile(path).replaceAll("/run/secrets", secrets());
/** What only the vendors and the company can give. */
const fromVendors = {
  UNIFONIC_APP_SID: "an-app-sid",
  MOYASAR_PUBLISHABLE_KEY: "pk_live_1",
  MOYASAR_SECRET_KEY: `sk_live_${randomBytes(16).toString("hex")}`,
  SELLER_NAME_AR: "مؤسسة الواحة للتسويق",
  SELLER_NAME_EN: "Oasis Marketing Est.",
  SELLER_VAT_NUMBER: "310122393500003",
  SELLER_REGISTRATION_NUMBER: "1010123456",
  SELLER_BUILDING_NUMBER: "7321",
};

let installed: Record<string, string>;
beforeAll(() => {
  folder = makeServerFolder("rawaj-deploy-");
  if (!openssl) return;
  execFileSync("sh", [join(root, "deploy/make-secrets.sh"), "https://rawaj.example", secrets()]);
  // PgBouncer runs as another user here.
  chmodSync(secrets(), 0o755);
  installed = parseEnvironment(readFileSync(join(secrets(), "rawaj.env"), "utf8"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!openssl)("make-secrets.sh (needs openssl)", () => {
  /** The environment of each process: the image's, the manifest's and the file's. */
  const listEnvironments = (): [string, Record<string, string>][] => {
    const image = readImageEnvironment();
    const data = readManifests().find(({ kind }) => kind === "ConfigMap")?.data ?? {};
    const composed = Object.entries(readCompose().services).filter(([, { env_file }]) => env_file);
    return [
      ...composed.map(([name, { environment }]): [string, Record<string, string>] => [
        name,
        { ...image, ...installed, ...environment },
      ]),
      ["kubernetes", { ...image, ...installed, ...data }],
    ];
  };

  it("makes all that production needs but what vendors and papers give", () => {
    const environments = listEnvironments();
    expect(environments.length).toBe(5);
    for (const [name, own] of environments) {
      const settings = readProductSettings({ ...own, ...fromVendors });
      expect(settings, name).toMatchObject({
        NODE_ENV: "production",
        HOST: "0.0.0.0",
        PORT: 3000,
        DATA_DIR: "/data",
        S3_BUCKET: "rawaj-media",
        PUBLIC_URL: "https://rawaj.example",
      });
      for (const needed of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL", "METRICS_TOKEN"] as const)
        expect(settings[needed], needed).toBeTruthy();
      expect(settings.TRUSTED_PROXIES).toHaveLength(1);
    }
    expect(() => readProductSettings({ ...environments[0]?.[1] })).toThrow(/UNIFONIC_APP_SID/);
    const empty = Object.entries(installed).filter(([, value]) => value === "");
    expect(empty.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(fromVendors)));
  });

  it("makes every file that compose.yaml reads, and refuses a folder that exists", () => {
    const read = Object.values(readCompose().secrets).map(({ file }) => join(folder, file));
    expect(read.filter((file) => !existsSync(file))).toEqual([]);
    const again = spawnSync("sh", [join(root, "deploy/make-secrets.sh"), "https://rawaj.example", secrets()]);
    expect(again.status).toBe(1);
    const trust = ["verify", "-CAfile", join(secrets(), "authority.crt")];
    for (const name of ["storage.crt", "certificate.pem"])
      expect(spawnSync(openssl ?? "", [...trust, join(secrets(), name)]).status, name).toBe(0);
  });
});

it.skipIf(!haproxy || !openssl)("HAProxy takes haproxy.cfg (needs haproxy)", () => {
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, withOwnSecrets("deploy/compose/haproxy.cfg"));
  const { status, stderr } = spawnSync(haproxy ?? "", ["-c", "-f", file], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
});

it.skipIf(!kubectl)("kubectl renders the manifests (needs kubectl)", () => {
  const rendered = execFileSync(kubectl ?? "", ["kustomize", join(root, "deploy/kubernetes")], {
    encoding: "utf8",
  });
  expect(rendered.match(/^kind: /gm)).toHaveLength(readManifests().length);
  const { newTag } = readKustomization().images[0] ?? {};
  expect(rendered.match(/image: .*/g)).toEqual(Array(4).fill(`image: registry.example/rawaj:${newTag}`));
});

it.skipIf(!psql || !pgbouncer || !openssl)(
  "init-primary.sh and pgbouncer.ini lead both addresses to the database (needs psql and pgbouncer)",
  async () => {
    const server = await startPostgres();
    const { port } = new URL(server.url);
    await takeNameFrom(server.url);
    const own = await freePort();
    mkdirSync(join(folder, "data"));
    const script = withOwnSecrets("deploy/compose/init-primary.sh");
    execFileSync("sh", ["-c", script], {
      env: {
        PATH: `${join(psql ?? "", "..")}:${process.env.PATH}`,
        PGHOST: "127.0.0.1",
        PGPORT: port,
        PGDATA: join(folder, "data"),
      },
    });
    expect(readFileSync(join(folder, "data/pg_hba.conf"), "utf8")).toMatch(/^host replication replicator /m);
    const file = join(folder, "pgbouncer.ini");
    const settings = withOwnSecrets("deploy/compose/pgbouncer.ini")
      .replaceAll(/host=postgres\S* port=5432/g, `host=127.0.0.1 port=${port}`)
      .replace("listen_port = 6432", `listen_port = ${own}`);
    writeFileSync(file, settings);
    const child = spawn(pgbouncer ?? "", ["-q", file], { ...unprivileged(), cwd: folder, stdio: "ignore" });
    try {
      await untilItListens(own, () => child.exitCode);
      for (const name of ["DATABASE_URL", "DATABASE_READ_URL"]) {
        const url = new URL(installed[name] ?? "");
        expect(`${url.hostname}:${url.port}`).toBe("pgbouncer:6432");
        url.host = `127.0.0.1:${own}`;
        const client = new pg.Client({ connectionString: url.href });
        await client.connect();
        const { rows } = await client.query(
          "select current_database() as name, current_user as who, current_setting('statement_timeout') as timeout",
        );
        expect(rows).toEqual([{ name: "rawaj", who: "rawaj", timeout: "20s" }]);
        await client.end();
        url.password = "another";
        await expect(new pg.Client({ connectionString: url.href }).connect()).rejects.toThrow(
          /SASL|password/,
        );
      }
    } finally {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await server.stop();
    }
  },
);

/** As the image begins: its first role is `postgres`, and there is no `rawaj`. */
async function takeNameFrom(url: string) {
  const run = async (user: string, statement: string) => {
    const own = new URL(url);
    own.username = user;
    const client = new pg.Client({ connectionString: own.href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run("rawaj", "create role postgres superuser login");
  await run("postgres", "alter role rawaj rename to first_role");
}
