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

/** The command as it was typed. Throws StaffCommandRefused with what is wrong and how it is used. */
function parseCommand(args: string[]): { command: string; email: string; name: string; role: string } {
  const option = { type: "string", default: "" } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: option, name: option, role: option },
    });
    const [command = "", ...rest] = positionals;
    if (rest.length > 0) throw new Error(`not understood: ${rest.join(" ")}`);
    return { command, ...values, email: parseEmail(values.email) };
  } catch (error) {
    throw new StaffCommandRefused(`${(error as Error).message}\n\n${usage}`);
  }
}

function parseEmail(typed: string): string {
  const email = typed.trim().toLowerCase();
  if (!z.regexes.email.test(email)) throw new Error("--email must be an e-mail address");
  return email;
}

function parseRole(role: string): StaffRole {
  const known = staffRoles.find((one) => one === role);
  if (!known) throw new StaffCommandRefused(`--role must be one of: ${staffRoles.join(", ")}`);
  return known;
}

/** Does what the command says and returns the lines to print. Throws StaffCommandRefused when it cannot. */
export async function runStaffCommand(args: string[], db: Db, publicUrl: string): Promise<string> {
  const { command, email, name, role } = parseCommand(args);
  const now = systemClock.now();
  const describeLink = ({ member, invitation }: Invited) =>
    `Give ${member.name} this link. It works once, within three days:\n  ${publicUrl}/staff/enroll#${invitation}`;
  switch (command) {
    case "add": {
      if (name.trim() === "") throw new StaffCommandRefused("--name is required");
      const added = await addMember(
        db,
        { email, name: name.trim().slice(0, 80), role: parseRole(role) },
        now,
      );
      return `${added.member.name} (${email}) was added as ${role}.\n${describeLink(added)}`;
    }
    case "disable": {
      const member = await disableMember(db, email, now);
      return `${member.name} (${email}) is disabled, and signed out everywhere.`;
    }
    case "reset-second-factor": {
      const reset = await resetSecondFactor(db, email, now);
      return `${reset.member.name} (${email}) is signed out, and enrols again.\n${describeLink(reset)}`;
    }
    default:
      throw new StaffCommandRefused(usage);
  }
}
