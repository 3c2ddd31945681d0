import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The one file, or the one folder, that writes each table. */
const writers: Record<string, RegExp> = {
  "campaigns.campaigns": /^campaigns\.store\.ts$/,
  "campaigns.ad_groups": /^ad-groups\.store\.ts$/,
  "campaigns.ads": /^ads\.store\.ts$/,
  "campaigns.campaign_sync": /^sync\//,
  "campaigns.ad_group_sync": /^sync\//,
  "campaigns.ad_sync": /^sync\//,
};
const sources = globSync("**/*.ts", { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), "utf8") }));

it.each(Object.entries(writers))("%s has one writer", (table, owner) => {
  const isWritten = new RegExp(`(insert into|update|delete from) ${table.replace(".", "\\.")}\\b`);
  const found = sources.filter(({ text }) => isWritten.test(text)).map(({ file }) => file);
  expect(found.filter((file) => !owner.test(file))).toEqual([]);
});

it("a table whose name is a variable is one of the sync tables", () => {
  const found = sources.filter(({ text }) => /(insert into|update|delete from) \$\{/.test(text));
  expect(found.map(({ file }) => file).filter((file) => !file.startsWith("sync/"))).toEqual([]);
  const named = sources.filter(({ text }) => /raw\("campaigns\./.test(text)).map(({ file }) => file);
  expect(named).toEqual(["sync/sync-tables.ts"]);
});
