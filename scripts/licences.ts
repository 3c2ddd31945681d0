/**
 * Which licences packages may have (SPDX names), and what is known of packages that state theirs nowhere a program reads.
 * A new licence is added here by somebody who has read it.
 */

type Locked = { version?: string; license?: string; dev?: boolean; hasInstallScript?: boolean };
export type LockFile = { packages: Record<string, Locked> };

/** What is shipped: no duty beyond keeping the notice, or a duty that concerns changes of the package itself alone. */
const shippable = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "Zlib",
  // Fonts: free to embed, not to sell by themselves.
  "OFL-1.1",
  // Changes of its own files are published; ours are not touched. We change none.
  "MPL-2.0",
]);
/** What only makes or tests the product. */
const forDevelopment = new Set(["CC-BY-4.0", "MIT/X11", "Python-2.0"]);

type Exception = { name: RegExp; licence: string; reason: string };
const exceptions: readonly Exception[] = [
  {
    name: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    licence: "LGPL-3.0-or-later",
    reason: "libvips is a library of its own that sharp loads, and may be replaced: the LGPL asks no more",
  },
  {
    name: /^facebook-nodejs-business-sdk$/,
    licence: "Platform License",
    reason: "Meta's own client, which tests our simulator and is not shipped",
  },
];

/** Packages whose licence the lock file does not have, as they state it elsewhere. */
const stated: readonly { name: RegExp; licence: string }[] = [
  // Builds for other machines: npm records the licence of what it installed alone.
  { name: /^@biomejs\/cli-/, licence: "MIT OR Apache-2.0" },
  { name: /^@oxc-parser\/binding-/, licence: "MIT" },
  // In its Readme.
  { name: /^combine-errors$/, licence: "MIT" },
  // In its LICENSE file.
  { name: /^email-validator$/, licence: "Unlicense" },
];

/** Name and licence of every package of the lock file. */
export const listPackages = ({ packages }: LockFile) =>
  Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, { license, dev = false, hasInstallScript = false }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, dev, hasInstallScript, licence: license ?? findStated(name) };
    });

export const findStated = (name: string): string | undefined =>
  stated.find((one) => one.name.test(name))?.licence;

/** The packages whose licence nobody has allowed, one line each. */
export const findLicenceProblems = (lock: LockFile): string[] =>
  listPackages(lock).flatMap(({ name, dev, licence }) => {
    if (licence === undefined) return [`${name}: states no licence`];
    const isAllowed = (one: string) =>
      shippable.has(one) ||
      (dev && forDevelopment.has(one)) ||
      exceptions.some((exception) => exception.name.test(name) && exception.licence === one);
    return satisfies(licence, isAllowed) ? [] : [`${name}: ${licence}`];
  });

/** `A AND B` needs both, `A OR B` one of them; brackets stand around the whole only. */
function satisfies(expression: string, isAllowed: (licence: string) => boolean): boolean {
  const plain = expression.replace(/^\((.*)\)$/, "$1");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((one) => isAllowed(one.trim())));
}

/** Packages that would run a program while they are installed, and that `allowScripts` of package.json does not name. */
export const findUnreviewedScripts = (
  lock: LockFile,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] =>
  listPackages(lock)
    .filter(({ name, hasInstallScript }) => hasInstallScript && !(name in allowScripts))
    .map(({ name }) => name);
