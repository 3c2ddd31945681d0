import type { TestSandbox } from "#base/testing/sandbox.ts";
import { testTimeoutMs } from "../../testing/harness.ts";
import { makeSalla } from "../salla.ts";

/** The adapter beside its simulator, with a short timeout. */
export function makeTestSalla({ hosts, credentials }: TestSandbox, secrets?: [string, ...string[]]) {
  return makeSalla(
    {
      apiUrl: hosts.salla ?? "",
      accountsUrl: hosts["salla-accounts"] ?? "",
      clientId: credentials.SALLA_CLIENT_ID ?? "",
      clientSecret: credentials.SALLA_CLIENT_SECRET ?? "",
      webhookSecrets: secrets ?? [credentials.SALLA_WEBHOOK_SECRET ?? ""],
      timeoutMs: testTimeoutMs,
    },
    { now: () => new Date() },
  );
}
