import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { untilItListens } from "./pgbouncer.ts";

export type Balancer = { stop(): Promise<void> };

export const findHaproxy = (): string | undefined => findProgram("haproxy");

/** Ports of the machine: where it listens, its page of states, and the processes behind it. */
type Options = { port: number; statesPort: number; web: readonly number[]; redirect: readonly number[] };

/**
 * HAProxy before the web and redirect roles. A process gets requests while its `/readyz` answers 200, which it stops doing
 * as soon as it is asked to end; a request that reached no process is sent to another. A live stream may stay open for an
 * hour.
 */
export async function startHaproxy(options: Options): Promise<Balancer> {
  const program = findHaproxy();
  if (program === undefined) throw new Error("HAProxy is not installed: apt-get install haproxy");
  const folder = mkdtempSync(join(tmpdir(), "rawaj-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, renderConfig(options));
  const child = spawn(program, ["-db", "-f", file], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-4_000);
  });
  await untilItListens(options.port, () => child.exitCode).catch((error: Error) => {
    throw new Error(`${error.message}\n${output}`);
  });
  return {
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** HAProxy's configuration of one machine; `deploy/compose/haproxy.cfg` has the same times and checks. */
export function renderConfig({ port, statesPort, web, redirect }: Options): string {
  const servers = (name: string, ports: readonly number[]) =>
    ports.map((own, index) => `  server ${name}${index + 1} 127.0.0.1:${own}`).join("\n");
  return `global
  maxconn 4000
defaults
  mode http
  timeout connect 3s
  timeout client 1h
  timeout server 1h
  timeout http-request 75s
  timeout queue 10s
  option forwardfor
  option http-keep-alive
  option redispatch
  retries 2
  retry-on conn-failure empty-response
  default-server check inter 500ms fall 2 rise 1
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200
frontend rawaj
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-Proto http
  http-request disable-l7-retry if !METH_GET
  acl is_link path_beg /t/ /report-link
  use_backend redirect if is_link
  default_backend web
backend web
  balance leastconn
${servers("web", web)}
backend redirect
  balance leastconn
${servers("redirect", redirect)}
frontend states
  bind 127.0.0.1:${statesPort}
  stats enable
  stats uri /
  http-request use-service prometheus-exporter if { path /metrics }
`;
}
