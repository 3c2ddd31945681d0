import type { TestSandbox } from "#base/testing/sandbox.ts";
import { testTimeoutMs } from "../../testing/harness.ts";
import { makeZid } from "../zid.ts";

/** The adapter beside its simulator, with a short timeout. */
export function makeTestZid({ hosts, credentials }: TestSandbox) {
  return makeZid(
    {
      apiUrl: hosts.zid ?? "",
      oauthUrl: hosts["zid-oauth"] ?? "",
      clientId: credentials.ZID_CLIENT_ID ?? "",
      clientSecret: credentials.ZID_CLIENT_SECRET ?? "",
      timeoutMs: testTimeoutMs,
    },
    { now: () => new Date() },
  );
}
