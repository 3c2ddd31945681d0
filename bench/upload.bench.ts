import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeDb, sql } from "#base/server/db/db.ts";
import { anIndex } from "#modules/creative/testing/movie.ts";
import { alternate, formatComparison } from "./kit/alternate.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { load } from "./kit/load.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atLeast, atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { seedMerchant } from "./kit/seed-merchant.ts";
import {
  beginUpload,
  readOffset,
  sendHeld,
  sendRest,
  type TusFile,
  type TusTarget,
} from "./kit/tus-client.ts";

const megabyte = 1_048_576;
/** What the product stores and counts at a time. */
const sliceBytes = 8 * megabyte;
const call = "/Clients/Media/uploads";

/** A large video in parts: how fast, in how much memory, at what cost to others, and whole after kills. */
export async function upload(pace: Pace): Promise<Report> {
  const postgres = await startBenchServer();
  const driver = await openMigrated(postgres.url);
  const db = makeDb(driver);
  const headers = await seedMerchant(db, "mer_bench_upload", 1);
  const file = await writeMovie(makeTempFolder(), pace.isQuick ? 64 : 1_000);
  const data = makeTempFolder();
  const start = () => startProduct({ DATABASE_URL: postgres.url, DATA_DIR: data, MEDIA_QUOTA_MB: "4096" });
  /** The same file again would be the same media: each round begins with an empty library. */
  const forget = async () => {
    await db.run(sql`truncate creative.media, creative.media_uses, creative.usage, base.uploads`);
    await rm(join(data, "media"), { recursive: true, force: true });
  };
  try {
    const product = await start();
    const target = { port: product.port, path: call, headers };
    const speed = await compareSpeed(pace, { target, file, forget });
    const memory = await measureMemory(product, { target, file, forget });
    const others = await compareOthers(pace, product, { target, file, forget });
    await product.stop();
    await forget();
    const kills = await cutByKills(pace.isQuick ? 4 : 60, start, { headers, file });
    return {
      title: "Upload",
      setting:
        `A video of ${Math.round(file.bytes / megabyte)} MB by tus to the whole product on PostgreSQL, one PATCH, beside \`bench/baseline-upload.ts\`: ` +
        "a bare tus server (@tus/server with its file store) on the same disk, which checks nothing. The product syncs every 8 MB to the disk, " +
        "counts them in the database, computes their SHA-256 as they arrive, and in the end reads the video's index.",
      findings: [speed.finding, memory.finding, others.finding, kills.finding],
      raw: { speed: speed.raw, memory: memory.raw, others: others.raw, kills: kills.raw },
    };
  } finally {
    await driver.close();
    await postgres.stop();
  }
}

type Scene = { target: TusTarget; file: TusFile; forget(): Promise<void> };

/** Megabytes a second, from the beginning to the answer of the last part. */
async function measureUpload(target: TusTarget, file: TusFile): Promise<number> {
  const startedAt = performance.now();
  const status = await sendRest(target, await beginUpload(target, file), { file, offset: 0 });
  if (status !== 204) throw new Error(`the upload ended with ${status}`);
  return file.bytes / megabyte / ((performance.now() - startedAt) / 1_000);
}

async function compareSpeed({ rounds }: Pace, { target, file, forget }: Scene) {
  const uploads = makeTempFolder();
  const baseline = await startServer("bench/baseline-upload.ts", { UPLOADS: uploads }, "/ready");
  const bare = { port: baseline.port, path: "/files", headers: {} };
  const comparison = await alternate(
    rounds,
    async () => {
      await forget();
      return measureUpload(target, file);
    },
    async () => {
      const rate = await measureUpload(bare, file);
      await emptyFolder(uploads);
      return rate;
    },
  );
  await baseline.stop();
  const figures = formatComparison(comparison, "MB/s");
  return {
    finding: atLeast("Upload, beside a bare tus server", figures, comparison.ratio, 0.7),
    raw: comparison,
  };
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}

async function measureMemory(product: Program, { target, file, forget }: Scene) {
  await forget();
  const before = product.memoryMb();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, product.memoryMb());
  }, 100);
  await measureUpload(target, file);
  clearInterval(timer);
  const figures = `${before.toFixed(0)} MB before, at most ${highest.toFixed(0)} MB meanwhile`;
  return {
    finding: atMost("Memory that one upload adds", figures, highest - before, 100, "MB"),
    raw: { before, highest },
  };
}

/** The account of another reader, 50 times a second, while uploads run and while none does. */
async function compareOthers({ rounds, roundSeconds }: Pace, { port }: Program, scene: Scene) {
  const readTail = async () => {
    const plan = { port, path: "/Clients/Media/space", headers: scene.target.headers, expect: 200 };
    const { p99, failed } = await load({ ...plan, connections: 8, perSecond: 50, seconds: roundSeconds });
    if (failed > 0) throw new Error(`${failed} reads failed`);
    return p99;
  };
  const comparison = await alternate(
    rounds,
    async () => {
      await scene.forget();
      const stop = uploadAgainAndAgain(scene);
      return readTail().finally(stop);
    },
    readTail,
  );
  const figures = formatComparison(comparison, "ms");
  const finding = atMost("Others' 99th percentile meanwhile", figures, comparison.ratio, 2);
  return { finding, raw: comparison };
}

/**
 * Begins a further upload when one has ended, until the returned function is called; that waits for the last. Nothing is
 * forgotten in between, because to truncate a table holds up whoever reads it.
 */
function uploadAgainAndAgain({ target, file }: Scene): () => Promise<void> {
  let isOver = false;
  const uploads = (async () => {
    while (!isOver) await measureUpload(target, file);
  })();
  uploads.catch(() => {}); // told by the function below
  return () => {
    isOver = true;
    return uploads;
  };
}

/** Kills the program again and again in the middle of a part, and goes on; the stored bytes must be the file's. */
async function cutByKills(
  kills: number,
  start: () => Promise<Program>,
  { headers, file }: { headers: Record<string, string>; file: TusFile },
) {
  let product = await start();
  const at = (): TusTarget => ({ port: product.port, path: call, headers });
  const path = await beginUpload(at(), file);
  const offsets: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const offset = await takeOver(at(), path, file);
    offsets.push(offset);
    // A little more than a slice is sent; every second kill comes before it can be counted, the others after.
    const cut = await sendHeld(at(), path, { file, offset, bytes: sliceBytes + megabyte });
    if (kill % 2 === 0) await untilBeyond(() => readOffset(at(), path), offset);
    await product.kill();
    await cut();
    product = await start();
  }
  const offset = await takeOver(at(), path, file);
  if (offset < file.bytes) await sendRest(at(), path, { file, offset });
  const answer = await fetch(`${product.url}${path}`, { headers });
  const { data } = (await answer.json()) as { data: { url: string } };
  const stored = await fetch(`${product.url}${data.url}`);
  const bytes = [new Uint8Array(await stored.arrayBuffer())];
  const isSame = (await hash(bytes)) === (await hash(createReadStream(file.path)));
  await product.stop();
  const finding: Finding = {
    what: `Cut by ${offsets.length} kills`,
    figures: `${Math.round(file.bytes / megabyte)} MB`,
    result: isSame ? "the same SHA-256" : "another SHA-256",
    goal: "the same SHA-256",
    isMet: isSame,
  };
  return { finding, raw: offsets };
}

/** Waits until the lease of a killed process is over; returns where the upload stands. */
async function takeOver(target: TusTarget, path: string, file: TusFile): Promise<number> {
  for (;;) {
    const offset = await readOffset(target, path);
    if (offset === file.bytes) return offset;
    const nothing = { path: file.path, bytes: offset };
    if ((await sendRest(target, path, { file: nothing, offset })) !== 423) return offset;
    await wait(250);
  }
}

async function hash(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of chunks) sum.update(chunk);
  return sum.digest("hex");
}

async function untilBeyond(read: () => Promise<number>, offset: number): Promise<void> {
  while ((await read()) <= offset) await wait(20);
}

/** A video of random content, so that no part of it equals another; of so many megabytes and a little more. */
async function writeMovie(folder: string, megabytes: number): Promise<TusFile> {
  const path = join(folder, "bench.mp4");
  const file = await open(path, "w");
  await file.write(toBox("ftyp", 16, Buffer.from("isom\0\0\0\0isom\0\0\0\0")));
  await file.write(toBox("mdat", megabytes * megabyte, Buffer.alloc(0)));
  for (let written = 0; written < megabytes; written += 1) await file.write(randomBytes(megabyte));
  const index = anIndex({ seconds: 60 });
  await file.write(toBox("moov", index.length, index));
  const { size: bytes } = await file.stat();
  await file.close();
  return { path, bytes };
}

/** The head of a box that announces `bytes` of content, and what of it is given. */
function toBox(kind: string, bytes: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, content]);
}
