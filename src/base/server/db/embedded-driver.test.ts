import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/**
 * A separate program: fills the disk under a database until the write-ahead log has no room, frees the disk, and goes
 * on.
 */
const program = `
  import { rmSync, writeFileSync } from "node:fs";
  const { embeddedDriver } = await import(process.env.DRIVER);
  const driver = await embeddedDriver({ folder: process.env.FULL_DISK_FOLDER });
  const notifications = [];
  await driver.script("create table items (n int)");
  await driver.listen("test_events", (payload) => notifications.push(payload));
  await driver.query("insert into items values (1)", []);
  const fails = (work) => work().then(() => null, ({ code }) => code);
  const write = () => driver.query("select pg_logical_emit_message(true, 'filler', repeat('x', 1000000))", []);
  writeFileSync(process.env.FULL_DISK_SIGN, "");
  let first = null;
  for (let n = 0; n < 100 && first === null; n += 1) first = await fails(write);
  const insert = () => driver.transaction((session) => session.query("insert into items values (2)", []));
  const second = await fails(insert);
  rmSync(process.env.FULL_DISK_SIGN);
  let last = second;
  for (const deadline = Date.now() + 20_000; last !== null && Date.now() < deadline; )
    last = await fails(insert);
  await driver.query("notify test_events, 'again'", []);
  const { rows } = await driver.query("select n from items order by n", []);
  await driver.close();
  console.log(JSON.stringify({ first, second, last, rows, notifications }));`;

it("the embedded database reopens itself after a full disk stopped its write-ahead log: nothing lost, nothing doubled", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rawaj-embedded-"));
  const here = (path: string) => new URL(path, import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], {
    env: {
      ...process.env,
      DRIVER: here("./embedded-driver.ts"),
      NODE_OPTIONS: `--import=${here("../../../app/testing/full-disk.ts")}`,
      FULL_DISK_FOLDER: folder,
      FULL_DISK_SIGN: `${folder}-is-full`,
    },
  });
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout)).toEqual({
    first: "57P02",
    second: "57P02",
    last: null,
    rows: [{ n: 1 }, { n: 2 }],
    notifications: ["", "again"],
  });
}, 60_000);
