import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findMigrationProblems, splitStatements } from "./migration-rules.ts";

const folder = join(import.meta.dirname, "../db/migrations");
/** Those before it were written when the product ran nowhere. */
const firstChecked = "20261130030000";

describe("migrations", () => {
  it("do nothing that a table in use would feel, and leave the last release what it uses", () => {
    const files = readdirSync(folder).filter((file) => file >= firstChecked);
    const problems = files.flatMap((file) =>
      findMigrationProblems(readFileSync(join(folder, file), "utf8")).map((problem) => `${file}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

describe("the check of migrations", () => {
  it.each([
    "create index on wallet.entries (day)",
    "create unique index entries_key on wallet.entries (key)",
    "alter table wallet.entries add column note text not null",
    "alter table wallet.entries add column a int, add column b text not null",
    "alter table wallet.entries add column made_by uuid default gen_random_uuid()",
    "alter table wallet.entries add column number bigserial",
    "alter table wallet.entries add column twice bigint generated always as (amount * 2) stored",
    "alter table wallet.entries add constraint positive check (amount > 0)",
    "alter table wallet.entries add foreign key (merchant_id) references merchants.merchants",
    "alter table wallet.entries add column store_id text references stores.stores",
    "alter table wallet.entries add unique (key)",
    "alter table wallet.entries add primary key (id)",
    "alter table wallet.entries alter column day set not null",
    "alter table wallet.entries alter column day type timestamptz",
    "alter table wallet.entries drop column day",
    "alter table wallet.entries rename column day to date",
    "alter table wallet.entries rename to lines",
    "drop table wallet.entries",
    "update wallet.entries set day = now()",
    "insert into wallet.entries (id) select id from wallet.holds",
    "delete from wallet.entries",
    "lock table wallet.entries",
    "truncate wallet.entries",
    "do $$ begin update wallet.entries set day = now(); end $$",
    "create table wallet.others (id int);\ncreate index on wallet.entries (day)",
    "alter table wallet.entries add constraint c check (a > 0) not valid;\nalter table wallet.entries validate constraint c",
    "-- outside a transaction\ncreate index concurrently entries_day on wallet.entries (day)",
    "-- outside a transaction\ncreate index concurrently if not exists a on wallet.entries (day); select 1",
    "-- contracts: nothing reads it\ncreate index on wallet.entries (day)",
  ])("refuses %s", (script) => {
    expect(findMigrationProblems(script)).not.toEqual([]);
  });

  it.each([
    "alter table wallet.entries add column note text",
    "alter table wallet.entries add column note text not null default 'none; at all'",
    "alter table wallet.entries add column noted_at timestamptz not null default now()",
    "alter table wallet.entries add constraint positive check (amount > 0) not valid",
    "alter table wallet.entries validate constraint positive",
    "alter table wallet.entries add constraint entries_key unique using index entries_key",
    "create table wallet.others (id int primary key, entry text references wallet.entries);\ncreate index on wallet.others (entry);\ninsert into wallet.others select 1",
    "create function wallet.f() returns int language sql as $$ update wallet.entries set day = now(); select 1 $$",
    "-- outside a transaction\ncreate index concurrently if not exists entries_day on wallet.entries (day)",
    "-- contracts: since release 12 nothing reads it\nalter table wallet.entries drop column day",
    "-- locks: at most a hundred rows\nupdate wallet.plans set name = 'x'",
    "insert into wallet.plans (id) values ('one')",
  ])("accepts %s", (script) => {
    expect(findMigrationProblems(script)).toEqual([]);
  });

  it("tells statements apart by semicolons outside of texts, comments and bodies", () => {
    const script = `-- first; one\nSELECT 'a;b''c;' ; /* ; */ create function f() as $x$ a; $$ b $x$;\n-- last\nselect\n 1`;
    expect(splitStatements(script)).toEqual([
      { text: "select ''", comment: "-- first; one\n" },
      { text: "create function f() as ''", comment: "" },
      { text: "select 1", comment: "-- last\n" },
    ]);
  });
});
