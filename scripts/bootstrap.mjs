// Makes a fresh clone ready: installs what the lock file names, once. Plain JavaScript for Node 18 and newer, because
// it runs before the project's own Node is there. With --for-tests it also sees to a browser and PgBouncer.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules/.bootstrap-stamp");
const lock = join(root, ".bootstrap-lock");
const lockHash = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

const isReady = () => existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash;

if (!isReady()) {
  acquireLock();
  try {
    if (!isReady()) install();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
if (process.argv.includes("--for-tests")) {
  findBrowser();
  findPooler();
}

function install() {
  console.log("Installing what the lock file names…");
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const done = spawnSync(command, [...first, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: !npm && process.platform === "win32",
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
  writeFileSync(stamp, lockHash);
}

/** Two starts at once: the second waits for the first; a lock left by a dead one is taken over after ten minutes. */
function acquireLock() {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch {
      const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
      if (age > 600_000) rmSync(lock, { recursive: true, force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
}

/** The browser tests drive Chromium: the one CHROME_PATH names, the machine's, or one installed now. */
function findBrowser() {
  const known = [
    process.env.CHROME_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  if (known.some((path) => path && existsSync(path))) return;
  if (mayInstallPackages()) {
    console.log("Installing Chromium for the browser tests…");
    installPackage("chromium");
    return;
  }
  console.log("Installing Playwright's Chromium for the browser tests…");
  execFileSync("npx", ["playwright", "install", "chromium"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}

/** The server's tests go through PgBouncer where it is; elsewhere they say that they do not. */
function findPooler() {
  if (existsSync("/usr/sbin/pgbouncer") || !mayInstallPackages()) return;
  console.log("Installing PgBouncer for the tests…");
  try {
    installPackage("pgbouncer");
  } catch {
    console.log("PgBouncer could not be installed; the tests go on without it.");
  }
}

function mayInstallPackages() {
  const isRoot = typeof process.getuid === "function" && process.getuid() === 0;
  return process.platform === "linux" && isRoot && existsSync("/usr/bin/apt-get");
}

function installPackage(name) {
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
