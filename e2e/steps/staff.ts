import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the invitations of the stories' people are kept, by e-mail. */
export const invitationsFile = (): string =>
  join(process.env.STORIES_DATA_DIR ?? "", "staff-invitations.json");

/** The person invited for this project's story. */
export function loadInvited(project: string, retry: number): { email: string; invitation: string } {
  const invitations = JSON.parse(readFileSync(invitationsFile(), "utf8")) as Record<string, string>;
  const email = `${project}-${retry}@rawaj.example`;
  const invitation = invitations[email];
  if (!invitation) throw new Error(`nobody was invited for ${project}`);
  return { email, invitation };
}
