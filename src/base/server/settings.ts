import { isIP } from "node:net";
import { z } from "zod";

/** The errors of the environment, one line per setting. */
export class SettingsNotValid extends Error {
  constructor(problems: string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "SettingsNotValid";
  }
}

/** Reads settings from the environment; empty values count as absent. Throws SettingsNotValid naming each wrong one. */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const known = Object.keys(schema.shape);
  const given = Object.fromEntries(known.map((name) => [name, env[name] || undefined]));
  const outcome = schema.safeParse(given);
  if (outcome.success) return outcome.data;
  throw new SettingsNotValid(
    outcome.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
  );
}

export const port = (fallback: number) =>
  z.coerce.number({ error: "must be a port number, 0 to 65535" }).int().min(0).max(65_535).default(fallback);
/** A whole number, at least `min`. */
export const count = (fallback: number, min = 1) =>
  z.coerce
    .number({ error: "must be a whole number" })
    .int()
    .min(min, { error: `must be at least ${min}` })
    .default(fallback);
/** An absolute http(s) address without a slash at its end. */
export const address = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://example.com" })
  .transform((url) => url.replace(/\/+$/, ""));

/** Addresses or networks separated by commas, as `10.0.0.0/8,192.168.1.7`; empty for none. */
export const networks = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.every(isNetwork), { error: "must be addresses or networks such as 10.0.0.0/8" });

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits === undefined) return longest > 0;
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
}
