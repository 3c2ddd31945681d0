import { expect, it } from "vitest";
import { type Db, sql } from "./db.ts";
import { limitDb } from "./limit-db.ts";

it("has no more statements under way than its limit, in the order in which they came, and goes on after one fails", async () => {
  const underWay: PromiseWithResolvers<number>[] = [];
  const db = {
    run: () => {
      const answer = Promise.withResolvers<number>();
      underWay.push(answer);
      return answer.promise;
    },
  } as unknown as Db;
  const limited = limitDb(db, 2);
  const sent = Array.from({ length: 4 }, () => limited.run(sql`select 1`));
  const outcomes = Promise.allSettled(sent);
  expect(underWay).toHaveLength(2);
  underWay[0]?.reject(new Error("lost"));
  await sent[0]?.catch(() => {});
  await Promise.resolve();
  expect(underWay).toHaveLength(3);
  underWay[1]?.resolve(2);
  await sent[1];
  await Promise.resolve();
  expect(underWay).toHaveLength(4);
  underWay[2]?.resolve(3);
  underWay[3]?.resolve(4);
  expect((await outcomes).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});
