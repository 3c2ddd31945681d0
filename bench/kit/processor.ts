import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Db, sql } from "#base/server/db/db.ts";

/** What the kernel counts in: a hundred ticks a second, wherever Linux runs. */
const ticksPerSecond = 100;

/** Seconds of processor time that a process has used, its own threads and the children that ended among them. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name, in brackets, may hold spaces: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

/** The process of a PostgreSQL server on this machine. */
export async function findPostmaster(db: Db): Promise<number> {
  const { data_directory } = await db.one<{ data_directory: string }>(sql`show data_directory`);
  return Number(readFileSync(join(data_directory, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Seconds of processor time of the server and all its sessions. */
export function serverSeconds(postmaster: number): number {
  const sessions = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentPid(pid) === postmaster);
  return [postmaster, ...sessions].reduce((sum, pid) => sum + processorSeconds(pid), 0);
}

function parentPid(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0; // ended meanwhile
  }
}
