import type { TestSandbox } from "#base/testing/sandbox.ts";
import { impatienceMs } from "../../testing/bench.ts";
import { makeSalla } from "../salla.ts";

/** The adapter beside its simulator, soon tired of waiting. */
export function sallaIn({ hosts, credentials }: TestSandbox, secrets?: [string, ...string[]]) {
  return makeSalla(
    {
      apiUrl: hosts.salla ?? "",
      accountsUrl: hosts["salla-accounts"] ?? "",
      clientId: credentials.SALLA_CLIENT_ID ?? "",
      clientSecret: credentials.SALLA_CLIENT_SECRET ?? "",
      webhookSecrets: secrets ?? [credentials.SALLA_WEBHOOK_SECRET ?? ""],
      timeoutMs: impatienceMs,
    },
    { now: () => new Date() },
  );
}
