import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { objectStorageSuite } from "#modules/creative/server/object-storage.suite.ts";
import { makeLocalStorage } from "./local-storage.ts";

const makeFolder = () => mkdtemp(join(tmpdir(), "rawaj-storage-"));

objectStorageSuite("a folder", async () => {
  const folder = await makeFolder();
  return {
    storage: makeLocalStorage(folder),
    elsewhere: makeLocalStorage(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});

it("temporary files that a killed process left are removed after a day", async () => {
  const folder = await makeFolder();
  const left = await makeLocalStorage(folder).scratchFile();
  await writeFile(left, "0123");
  await makeLocalStorage(folder).scratchFile();
  expect(await readdir(join(folder, "scratch"))).toHaveLength(1);
  const old = new Date(Date.now() - 27 * 3_600_000);
  await utimes(left, old, old);
  await makeLocalStorage(folder).scratchFile();
  expect(await readdir(join(folder, "scratch"))).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
