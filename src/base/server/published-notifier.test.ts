import { expect, it } from "vitest";
import { makeLog } from "./log.ts";
import { makePublishedNotifier } from "./published-notifier.ts";

it("tells of many commits at once, and of one that comes while it is telling once more", async () => {
  const second = Promise.withResolvers<void>();
  const sent: PromiseWithResolvers<void>[] = [];
  const driver = {
    query: async () => {
      const answer = Promise.withResolvers<void>();
      sent.push(answer);
      if (sent.length === 2) second.resolve();
      else publish();
      answer.resolve();
      await answer.promise;
      return { rows: [], affected: 0 };
    },
  };
  const publish = makePublishedNotifier(driver, makeLog("silent"));
  publish();
  publish();
  await second.promise;
  expect(sent).toHaveLength(2);
});
