import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { serverDriver } from "#base/server/db/server-driver.ts";
import { makeLog } from "#base/server/log.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { startPostgres } from "../../../scripts/postgres.ts";
import { type Merchant, signUp, uploadPicture } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/**
 * A disk that is full, and has room again later: no write is reported as saved when it was not, and no restart is
 * needed.
 */

let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;
let closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  await product?.stop();
  for (const close of closing.reverse()) await close();
  closing = [];
});
afterAll(() => sandbox.stop());

const readiness = async () => (await fetch(`${product.url}/readyz`)).status;

/** Changes the merchant's name; each change also publishes an event, so that tables grow. */
async function rename(name: string): Promise<{ status: number; code: string | undefined }> {
  const answer = await fetch(`${product.url}/Clients/Account/UpdateProfile`, {
    method: "PUT",
    headers: { authorization: `Bearer ${merchant.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code };
}

/** Writes until one is refused; returns that refusal and the last saved name. */
async function renameUntilRefused(): Promise<{
  refusal: { status: number; code: string | undefined };
  savedName: string;
}> {
  let savedName = "";
  for (let n = 0; n < 2_000; n += 1) {
    const refusal = await rename(`نورة ${n}`);
    if (refusal.status !== 200) return { refusal, savedName };
    savedName = `نورة ${n}`;
  }
  throw new Error("the disk was never full");
}

const profileName = async () => (await merchant.call<{ name: string }>("GET Clients/Account/index")).name;

async function expectRecovery(savedName: string) {
  await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
  expect(await profileName()).toBe(savedName);
  expect(await rename("نورة الحربي")).toMatchObject({ status: 200 });
  expect(await profileName()).toBe("نورة الحربي");
}

describe("a full disk", () => {
  it("under the embedded database: writes are refused, reads go on, and it recovers by itself", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rawaj-full-"));
    const sign = `${folder}-is-full`;
    closing.push(() => rm(sign, { force: true }));
    product = await startProduct(sandbox, {
      DATA_DIR: folder,
      NODE_OPTIONS: `--import=${new URL("../testing/full-disk.ts", import.meta.url).href}`,
      FULL_DISK_FOLDER: folder,
      FULL_DISK_SIGN: sign,
    });
    merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0505617290");
    await writeFile(sign, "");
    const { refusal, savedName } = await renameUntilRefused();
    expect(refusal).toEqual({ status: 503, code: "base.cannot_save" });
    expect(await readiness()).toBe(503);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect(await profileName()).toBe(savedName);
    await expect(uploadPicture(merchant)).rejects.toThrow(/503|cannot_save/);
    await rm(sign);
    await expectRecovery(savedName);
    expect((await uploadPicture(merchant)).id).toMatch(/^med_/);
  }, 120_000);

  it("under a PostgreSQL server: the same", async () => {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    product = await startProduct(sandbox, { DATABASE_URL: postgres.url });
    merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0505617291");
    const log = makeLog("silent");
    const database = await serverDriver({ url: postgres.url, poolSize: 1, statementTimeoutMs: 10_000, log });
    closing.push(() => database.close());
    // The server's errors when a file cannot grow, for rows and for new tables.
    await database.script(`
      create schema full_disk;
      create function full_disk.row() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/5/17916": No space left on device' using errcode = '53100';
      end $$;
      create function full_disk.relation() returns event_trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/5/17917": No space left on device' using errcode = '53100';
      end $$;
      create trigger full_disk before insert on base.events execute function full_disk.row();
      create event trigger full_disk on ddl_command_start execute function full_disk.relation()`);
    const savedName = await profileName();
    expect(await rename("نورة الحربي")).toEqual({ status: 503, code: "base.cannot_save" });
    expect(await readiness()).toBe(503);
    expect(await profileName()).toBe(savedName);
    await database.script("drop event trigger full_disk");
    await database.script("drop trigger full_disk on base.events");
    await expectRecovery(savedName);
  }, 120_000);
});
