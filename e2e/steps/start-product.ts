import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inviteStaff } from "#app/testing/staff-invitation.ts";
import { invitationsFile, moneyMembers } from "./staff.ts";

/*
 * What Playwright starts: invites people of the staff by the command line, before the product owns its embedded database,
 * and then starts the product as `npm start` does.
 */

/** An invitation serves once: where failed stories are told again, another one for that. */
const tries = process.env.CI ? [0, 1] : [0];
const emails = ["arabic-phone", "english-desktop"].flatMap((project) =>
  tries.map((retry) => `${project}-${retry}@rawaj.example`),
);
const invitations = Object.fromEntries(
  [...emails, ...moneyMembers].map((email) => [email, inviteStaff(email)]),
);
mkdirSync(dirname(invitationsFile()), { recursive: true });
writeFileSync(invitationsFile(), JSON.stringify(invitations));

await import("../../src/app/server/launch.ts");
