import { randomBytes } from "node:crypto";
import fastify from "fastify";
import pg from "pg";
import { embeddedDriver } from "../src/base/server/db/embedded-driver.ts";

/**
 * The least a redirect can do: find the link in memory, where it is read once as in the product, write the click in a
 * group with those that wait, by one statement that is planned once for groups of any size, and answer after the
 * commit. No bot rule, no daily figures, no headers. The product is measured against it.
 *
 *   DATABASE_URL=postgres://… PORT=4501 node bench/baseline-redirect.ts      (embedded in memory of a folder: DATA_DIR=…)
 */
type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

async function openDatabase(): Promise<Query> {
  const url = process.env.DATABASE_URL;
  if (!url) {
    const driver = await embeddedDriver(process.env.DATA_DIR ? { folder: process.env.DATA_DIR } : {});
    return (text, values) => driver.query(text, values);
  }
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return (text, values) => pool.query({ name: text.slice(0, 60), text, values });
}

const query = await openDatabase();
await query("create schema if not exists baseline", []);
await query("create table if not exists baseline.links (id text primary key, destination text not null)", []);
await query(
  "create table if not exists baseline.clicks (click_id text not null, link_id text not null, clicked_at timestamptz not null, user_agent text)",
  [],
);
await query(
  "insert into baseline.links select n::text, 'https://shop.example/p/' || n from generate_series(10000000, 10009999) n on conflict do nothing",
  [],
);

const insertClicks = `insert into baseline.clicks (click_id, link_id, clicked_at, user_agent)
  select id, link, $1, agent from unnest($2::text[], $3::text[], $4::text[]) as waiting (id, link, agent)`;

/** As many as the product keeps. */
const maxLinks = 50_000;
const links = new Map<string, string>();

async function findDestination(id: string): Promise<string | undefined> {
  const known = links.get(id);
  if (known !== undefined) return known;
  const { rows } = await query("select destination from baseline.links where id = $1", [id]);
  const [link] = rows as { destination: string }[];
  if (link && links.size < maxLinks) links.set(id, link.destination);
  return link?.destination;
}

type Waiting = { id: string; link: string; agent: string; done(): void; failed(error: unknown): void };
let waiting: Waiting[] = [];
let isWriting = false;

async function writeAll() {
  isWriting = true;
  while (waiting.length > 0) {
    await new Promise(setImmediate);
    const group = waiting;
    waiting = [];
    const values = [
      new Date(),
      group.map(({ id }) => id),
      group.map(({ link }) => link),
      group.map(({ agent }) => agent),
    ];
    try {
      await query(insertClicks, values);
      for (const { done } of group) done();
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
  }
  isWriting = false;
}

const app = fastify();
app.get<{ Params: { id: string } }>("/t/:id", async (request, reply) => {
  const destination = await findDestination(request.params.id);
  if (destination === undefined) return reply.status(404).send();
  const id = randomBytes(16).toString("base64url");
  await new Promise<void>((done, failed) => {
    waiting.push({ id, link: request.params.id, agent: request.headers["user-agent"] ?? "", done, failed });
    if (!isWriting) void writeAll();
  });
  return reply.status(302).header("location", `${destination}?rwj=${id}`).send();
});
await app.listen({ port: Number(process.env.PORT ?? 4501) });
console.log(JSON.stringify({ listening: app.server.address() }));
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
