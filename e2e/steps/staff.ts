import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";

/** Where the links of the invited people are kept for the stories. */
export const invitationsFile = (): string =>
  join(process.env.STORIES_DATA_DIR ?? "", "staff-invitations.json");

/** The link of the person invited for this project's story. */
export function loadInvitation(project: string, retry: number): { email: string; link: string } {
  const links = JSON.parse(readFileSync(invitationsFile(), "utf8")) as Record<string, string>;
  const email = `${project}-${retry}@rawaj.example`;
  const link = links[email];
  if (!link) throw new Error(`nobody was invited for ${project}`);
  return { email, link };
}

/** What an authenticator app shows for this key, `ahead` steps of 30 seconds from now. */
export const appCode = (key: string, ahead = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(key.replace(/\s/g, "")),
    timestamp: Date.now() + ahead * 30_000,
  });
