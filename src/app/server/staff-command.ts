import { parseArgs } from "node:util";
import { z } from "zod";
import { systemClock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { type StaffRole, staffRoles } from "#modules/staff/contract/staff.abilities.ts";
import {
  addMember,
  disableMember,
  type Invited,
  resetSecondFactor,
  StaffCommandRefused,
} from "#modules/staff/server/manage-members.ts";

const usage = `npm run staff -- add --email <e-mail> --name <name> --role <${staffRoles.join("|")}>
npm run staff -- disable --email <e-mail>
npm run staff -- reset-second-factor --email <e-mail>`;

export type StaffCommand =
  | { kind: "add"; email: string; name: string; role: StaffRole }
  | { kind: "disable" | "reset-second-factor"; email: string };

/** The command as it was typed. Throws StaffCommandRefused with what is wrong and how it is used. */
export function parseStaffCommand(args: string[]): StaffCommand {
  const option = { type: "string", default: "" } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: option, name: option, role: option },
    });
    const [kind, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`not understood: ${rest.join(" ")}`);
    const email = parseEmail(values.email);
    if (kind === "add") return { kind, email, name: parseName(values.name), role: parseRole(values.role) };
    if (kind === "disable" || kind === "reset-second-factor") return { kind, email };
    throw new Error("the command must be add, disable or reset-second-factor");
  } catch (error) {
    throw new StaffCommandRefused(`${(error as Error).message}\n\n${usage}`);
  }
}

function parseEmail(typed: string): string {
  const email = typed.trim().toLowerCase();
  if (!z.regexes.email.test(email)) throw new Error("--email must be an e-mail address");
  return email;
}

function parseName(typed: string): string {
  const name = typed.trim().slice(0, 80);
  if (name === "") throw new Error("--name is required");
  return name;
}

function parseRole(typed: string): StaffRole {
  const role = staffRoles.find((one) => one === typed);
  if (!role) throw new Error(`--role must be one of: ${staffRoles.join(", ")}`);
  return role;
}

/** Does what the command says and returns the lines to print. Throws StaffCommandRefused when it cannot. */
export async function runStaffCommand(command: StaffCommand, db: Db, publicUrl: string): Promise<string> {
  const { email } = command;
  const now = systemClock.now();
  const describeLink = ({ member, invitation }: Invited) =>
    `Give ${member.name} this link. It works once, within three days:\n  ${publicUrl}/staff/enroll#${invitation}`;
  switch (command.kind) {
    case "add": {
      const added = await addMember(db, { email, name: command.name, role: command.role }, now);
      return `${added.member.name} (${email}) was added as ${command.role}.\n${describeLink(added)}`;
    }
    case "disable": {
      const member = await disableMember(db, email, now);
      return `${member.name} (${email}) is disabled, and signed out everywhere.`;
    }
    case "reset-second-factor": {
      const reset = await resetSecondFactor(db, email, now);
      return `${reset.member.name} (${email}) is signed out, and enrols again.\n${describeLink(reset)}`;
    }
  }
}
