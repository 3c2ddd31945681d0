import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inviteStaff } from "#app/testing/staff-invitation.ts";
import { isInOwnGroup, runInOwnGroup, stopOnSignal } from "../../scripts/own-group.ts";
import { invitationsFile, moneyMembers } from "./staff.ts";

/*
 * What Playwright starts: invites people of the staff by the command line, before the product owns its embedded database,
 * and then starts the product as `npm start` does. With E2E_CLUSTER=on it is the cluster of `npm run cluster` instead, with
 * the same settings.
 */

/** An invitation serves once: where failed stories are told again, another one for that. */
const tries = process.env.CI ? [0, 1] : [0];
const emails = ["arabic-phone", "english-desktop"].flatMap((project) =>
  tries.map((retry) => `${project}-${retry}@rawaj.example`),
);
function invite(settings: Record<string, string> = {}) {
  const invitations = Object.fromEntries(
    [...emails, ...moneyMembers].map((email) => [email, inviteStaff(email, settings)]),
  );
  mkdirSync(dirname(invitationsFile()), { recursive: true });
  writeFileSync(invitationsFile(), JSON.stringify(invitations));
}

async function startOnCluster() {
  const { startCluster } = await import("../../scripts/start-cluster.ts");
  // Of this process's environment, which every role inherits, the cluster sets what is its own.
  const starting = startCluster({
    port: Number(process.env.PORT),
    sandboxPort: Number(process.env.SANDBOX_PORT),
    env: { LOG_LEVEL: "warn" },
    sandboxEnv: { SANDBOX_SPEED: process.env.SANDBOX_SPEED ?? "0", SANDBOX_SEED: "stories" },
    beforeRoles: invite,
  });
  stopOnSignal(async () => (await starting).stop());
  await starting;
}

if (isInOwnGroup()) await startOnCluster();
else if (process.env.E2E_CLUSTER === "on") runInOwnGroup(import.meta.filename);
else {
  invite();
  await import("../../src/app/server/launch.ts");
}
