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

const password = "saffron and seven crocuses";

/** Enrols by an invitation, over HTTP; returns the app's key, and the token of the session it opens. */
export async function enrolStaff(
  product: string,
  invitation: string,
): Promise<{ key: string; token: string }> {
  const { secret: key = "" } = (await post(product, "enroll", { invitation })) ?? {};
  const proof = { invitation, password, password_confirmation: password, code: appCode(key) };
  const { token = "" } = (await post(product, "enroll/confirm", proof)) ?? {};
  return { key, token };
}

/** Signs somebody who enrolled here in, over HTTP. The app's present code may have been used: then its next one is. */
export async function signInStaff(
  product: string,
  { email, key }: { email: string; key: string },
): Promise<string> {
  const { challenge = "" } = (await post(product, "login", { email, password })) ?? {};
  for (const ahead of [0, 1]) {
    const signedIn = await post(product, "second-factor", { challenge, code: appCode(key, ahead) });
    if (signedIn?.token) return signedIn.token;
  }
  throw new Error(`${email} could not sign in`);
}

async function post(product: string, path: string, body: object): Promise<Record<string, string> | null> {
  const answer = await fetch(`${product}/Staff/Account/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: Record<string, string> | null }).data;
}
