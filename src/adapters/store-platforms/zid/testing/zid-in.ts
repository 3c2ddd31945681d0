import type { TestSandbox } from "#base/testing/sandbox.ts";
import { impatienceMs } from "../../testing/bench.ts";
import { makeZid } from "../zid.ts";

/** The adapter beside its simulator, soon tired of waiting. */
export function zidIn({ hosts, credentials }: TestSandbox) {
  return makeZid(
    {
      apiUrl: hosts.zid ?? "",
      oauthUrl: hosts["zid-oauth"] ?? "",
      clientId: credentials.ZID_CLIENT_ID ?? "",
      clientSecret: credentials.ZID_CLIENT_SECRET ?? "",
      timeoutMs: impatienceMs,
    },
    { now: () => new Date() },
  );
}
