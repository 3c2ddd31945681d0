import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";

const command = join(import.meta.dirname, "../server/staff.ts");

/**
 * Invites somebody of the staff by the command line, and returns their invitation. The product must not run yet: one
 * process owns the embedded database.
 */
export function inviteStaff(email: string, env: Record<string, string> = {}): string {
  const args = ["add", "--email", email, "--name", "نورة العتيبي", "--role", "admin"];
  const output = execFileSync(process.execPath, [command, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return /#(\S+)/.exec(output)?.[1] ?? "";
}

/** What an authenticator app shows for this key, `ahead` steps of 30 seconds from now. */
export const appCode = (key: string, ahead = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(key.replace(/\s/g, "")),
    timestamp: Date.now() + ahead * 30_000,
  });

/** Enrols by an invitation, over HTTP; returns the token of the session it opens. */
export async function enrolStaff(product: string, invitation: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${product}/Staff/Account/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const { secret = "" } = await post("enroll", { invitation });
  const password = "saffron and seven crocuses";
  const proof = { invitation, password, password_confirmation: password, code: appCode(secret) };
  const { token = "" } = await post("enroll/confirm", proof);
  return token;
}
