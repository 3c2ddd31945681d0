import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderLockedError, lockFolder } from "./folder-lock.ts";

const newFolder = () => mkdtemp(join(tmpdir(), "rawaj-lock-"));

describe("a data folder", () => {
  it("has one owner, and is free again when the owner releases it", async () => {
    const folder = await newFolder();
    const first = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderLockedError);
    await first.release();
    const second = await lockFolder(folder);
    await second.release();
  });

  it("is free again when its owner was killed", async () => {
    const folder = await newFolder();
    const script = `const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, "folder-lock.ts"))});
      await lockFolder(${JSON.stringify(folder)}); process.stdout.write("owned"); setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(owner.stdout, "data");
    await expect(lockFolder(folder)).rejects.toThrow("in use by another process");
    owner.kill("SIGKILL");
    await once(owner, "exit");
    const heir = await lockFolder(folder);
    await heir.release();
  });
});
