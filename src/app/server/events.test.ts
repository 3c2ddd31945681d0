import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { EventShapes } from "#base/shared/events.ts";
import { composeTestApp } from "../testing/compose-test-app.ts";
import { serverModules } from "./find-modules.ts";

/** The events of the product: where each is described, published and read. */

const root = join(import.meta.dirname, "../../..");

type EventsFile = {
  /** The module's folder; for the base's own events, the file's first word. */
  module: string;
  /** The only folder that publishes them. */
  publisher: string;
  names: string[];
  /** Events of this file that nothing reads, and why they are published all the same. */
  unread: Record<string, string>;
};

const files: EventsFile[] = await Promise.all(
  globSync(["src/modules/*/contract/*.events.ts", "src/base/shared/*.events.ts"], { cwd: root }).map(
    async (file) => {
      const isBase = file.startsWith("src/base/");
      const module = (isBase ? basename(file).split(".")[0] : file.split("/")[2]) ?? "";
      const { unreadEvents = {}, ...exported } = (await import(join(root, file))) as Record<string, unknown>;
      return {
        module,
        publisher: isBase ? `src/base/server/${module}/` : `src/modules/${module}/server/`,
        names: Object.values(exported).flatMap((shapes) => Object.keys(shapes as EventShapes)),
        unread: unreadEvents as Record<string, string>,
      };
    },
  ),
);
const names = files.flatMap((file) => file.names);

const readCode = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.(test|suite)\.ts$/.test(file) && !file.includes("/testing"))
    .map((file): [file: string, code: string] => [
      file,
      readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
    ]);

/**
 * The server's code without the places that only name an event: subscriptions, comparisons, tables of handlers, audit
 * entries.
 */
const publishingCode = readCode([
  "src/modules/*/server/**/*.ts",
  "src/adapters/**/*.ts",
  "src/{app,base}/server/**/*.ts",
]).map(([file, code]): [file: string, code: string] => [
  file,
  code.replaceAll(/pickEvents\([^)]*\)|[!=]== "[\w.]+"|case "[\w.]+":|"[\w.]+":|action: "[\w.]+"/g, ""),
]);

/** Files that publish the event: they name it, or join its first word with one that the module's domain decided. */
function listPublishers(module: string, name: string): string[] {
  const [first = "", ...rest] = name.split(".");
  const domain = readCode(`src/modules/${module}/domain/**/*.ts`);
  const isDecided = domain.some(([, code]) => code.includes(`"${rest.join(".")}"`));
  return publishingCode
    .filter(([, code]) => code.includes(`"${name}"`) || (isDecided && code.includes(`\`${first}.\${`)))
    .map(([file]) => file);
}

const { composed, close } = await composeTestApp();
afterAll(close);
const subscriptions = composed.subscriptions({
  subscriptions: [{ name: "jobs", events: [], handle: async () => {} }],
});
const readBySubscriptions = new Set(subscriptions.flatMap(({ events }) => events));
/** Of the web, whose types this program does not know. */
const { liveTable } = (await import(join(root, "src/app/web/live-table.ts"))) as {
  liveTable: Record<string, readonly (readonly unknown[])[]>;
};
const isOnScreen = (name: string) => (liveTable[name] ?? []).length > 0;
const isRead = (name: string) => readBySubscriptions.has(name) || isOnScreen(name);

describe("an event", () => {
  it("begins with the name of its module, alike in the whole module", () => {
    for (const { module, names } of files) {
      const word = module.replaceAll("-", "_");
      const prefixes = new Set(names.map((name) => name.split(".")[0]));
      expect([...prefixes], module).toHaveLength(1);
      expect([word, word.replace(/s$/, "")], module).toContain([...prefixes][0]);
    }
  });

  it("is in the manifest of the module that describes it", () => {
    const inManifests = serverModules.flatMap(({ name, events = {} }) =>
      Object.keys(events).map((event) => `${name}: ${event}`),
    );
    const described = files
      .filter(({ publisher }) => publisher.startsWith("src/modules/"))
      .flatMap(({ module, names }) => names.map((event) => `${module}: ${event}`));
    expect(inManifests.sort()).toEqual(described.sort());
  });

  it("is described by one module", () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("is published by the module that describes it, and by no other code", () => {
    const problems = files.flatMap(({ module, names, publisher: own }) => {
      return names.flatMap((name) => {
        const publishers = listPublishers(module, name);
        const foreign = publishers.filter((file) => !file.startsWith(own));
        return [
          ...(publishers.length > foreign.length ? [] : [`${name} is never published`]),
          ...foreign.map((file) => `${name} is published by ${file}`),
        ];
      });
    });
    expect(problems).toEqual([]);
  });

  it("is read by a subscription or a screen, or its module says why not", () => {
    const problems = files.flatMap(({ names, unread }) => [
      ...names.filter((name) => !isRead(name) && !unread[name]).map((name) => `${name} is read by nothing`),
      ...Object.keys(unread).flatMap((name) => {
        if (!names.includes(name)) return [`${name} does not exist`];
        return isRead(name) ? [`${name} is read after all`] : [];
      }),
    ]);
    expect(problems).toEqual([]);
  });
});

describe("what reads events", () => {
  it("names only events that exist", () => {
    expect([...readBySubscriptions].filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(liveTable).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("is subscribed under a name of its own", () => {
    const subscribed = subscriptions.map(({ name }) => name);
    expect(new Set(subscribed).size).toBe(subscribed.length);
  });

  it("invalidates only queries that a screen holds", () => {
    const queries = globSync("src/**/web/**/*.queries.ts", { cwd: root })
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    const invalidated = Object.values(liveTable).flatMap((keys) => keys.map((key) => JSON.stringify(key)));
    const isHeld = (key: string) => {
      const beginning = key.slice(0, -1).replaceAll(",", ", ");
      return queries.includes(`${beginning}, `) || queries.includes(`${beginning}] as const,`);
    };
    expect([...new Set(invalidated)].filter((key) => !isHeld(key))).toEqual([]);
  });
});
