import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { objectStorageSuite } from "#modules/creative/server/object-storage.suite.ts";
import { makeS3Storage, type S3Options } from "./s3-storage.ts";

/** The simulator's own (sandbox/object-storage/s3). */
const keys = { accessKeyId: "RAWAJS3TESTKEY", secretAccessKey: "rawaj-s3-secret-of-the-sandbox" };

async function openStorage(sandbox: TestSandbox, changed: Partial<S3Options> = {}) {
  const scratch = await mkdtemp(join(tmpdir(), "rawaj-s3-"));
  const options = { bucket: "rawaj-media", region: "me-central-1", url: sandbox.hosts.s3, keys, scratch };
  return { storage: makeS3Storage({ ...options, ...changed }), scratch };
}

objectStorageSuite("S3, against its simulator", async () => {
  const sandbox = await startSandbox();
  const servers = [await openStorage(sandbox), await openStorage(sandbox)] as const;
  return {
    storage: servers[0].storage,
    elsewhere: servers[1].storage,
    async close() {
      await sandbox.stop();
      for (const { scratch } of servers) await rm(scratch, { recursive: true, force: true });
    },
  };
});

describe("S3", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());

  const fail = (kind: string, method: string, times = 1) =>
    sandbox.control("faults", { vendor: "s3", kind, method, times });

  it("that refuses the keys or has no such bucket fails, and does not look like a missing file", async () => {
    const wrong = [{ keys: { ...keys, secretAccessKey: "another one" } }, { bucket: "of-nobody" }];
    for (const changed of wrong) {
      const { storage } = await openStorage(sandbox, changed);
      await expect(storage.open("media/aa/a.png")).rejects.toThrow();
    }
  });

  it("gets the bytes again after it was busy", async () => {
    const { storage, scratch } = await openStorage(sandbox);
    const file = await storage.scratchFile();
    await writeFile(file, Buffer.alloc(18 * 1_048_576, "x"));
    await fail("503", "PUT");
    await storage.put("media/aa/busy.mp4", file);
    expect(await storage.stat("media/aa/busy.mp4")).toEqual({ bytes: 18 * 1_048_576 });
    await rm(scratch, { recursive: true, force: true });
  });

  it("leaves no temporary file behind when a part was stored", async () => {
    const { storage, scratch } = await openStorage(sandbox);
    await storage.appendToUpload("upl_1", 0, toChunks("0123"));
    expect(await readdir(scratch)).toEqual([]);
    await rm(scratch, { recursive: true, force: true });
  });
});

async function* toChunks(text: string) {
  yield Buffer.from(text);
}
