import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { invitationsFile } from "./staff.ts";

/*
 * What Playwright starts: invites people of the staff by the command line, before the product owns its embedded database,
 * and then starts the product as `npm start` does.
 */

const invite = (email: string): string =>
  execFileSync(
    process.execPath,
    ["src/app/server/staff.ts", "add", "--email", email, "--name", "نورة العتيبي", "--role", "admin"],
    { encoding: "utf8" },
  );

/** A link serves once: where failed stories are told again, another one for that. */
const tries = process.env.CI ? [0, 1] : [0];
const emails = ["arabic-phone", "english-desktop"].flatMap((project) =>
  tries.map((retry) => `${project}-${retry}@rawaj.example`),
);
const links = Object.fromEntries(emails.map((email) => [email, /https?:\S+/.exec(invite(email))?.[0] ?? ""]));
mkdirSync(dirname(invitationsFile()), { recursive: true });
writeFileSync(invitationsFile(), JSON.stringify(links));

await import("../../src/app/server/launch.ts");
