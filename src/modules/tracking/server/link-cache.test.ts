import { expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { WalPosition } from "#base/server/db/read-replica.ts";
import { makeLog } from "#base/server/log.ts";
import { openLinkCache } from "./link-cache.ts";

/** What the cache reads where; the redirect itself is tested beside it. */

const linkId = "10000007";
const row = {
  id: linkId,
  merchant_id: "mer_1",
  campaign_id: "cmp_1",
  ad_group_id: "adg_1",
  ad_id: "ad_1",
  origin: "manual",
  platform: "snapchat",
  placements: [],
  destination: "https://shop.example/a",
  utm_source: "snapchat",
  utm_medium: "paid",
  utm_campaign: "a",
  utm_content: "b",
  expires_at: null,
};

/** A database that has these links, as the replica or the primary has them. */
const holding = (rows: readonly object[]) =>
  ({
    many: async ({ text }: { text: string }) => (text.includes("where id = any") ? rows : []),
  }) as unknown as Db;

async function openCache({ before, after }: { before: Db; after: Db }) {
  let notify = (_payload: string) => {};
  let position: WalPosition | Error = 100;
  const positions: (WalPosition | undefined)[] = [];
  const cache = await openLinkCache({
    driver: {
      listen: async (_channel, onMessage) => {
        notify = onMessage;
      },
    },
    replica: {
      loadPosition: async () => {
        if (position instanceof Error) throw position;
        return position;
      },
      chooseCurrent: async () => before,
      chooseAfter: async (wanted) => {
        positions.push(wanted);
        return wanted === undefined ? before : after;
      },
    },
    systemClock,
    log: makeLog("silent"),
  });
  const find = async (id: string) => cache.find(id);
  return {
    find,
    positions,
    notify: (payload: string) => notify(payload),
    moveTo: (next: WalPosition | Error) => (position = next),
  };
}

it("a link that was changed is read from a database that has the change", async () => {
  const { find, positions, notify, moveTo } = await openCache({ before: holding([row]), after: holding([]) });
  notify(linkId);
  moveTo(250);
  expect(await find(linkId)).toBeNull();
  expect(positions).toEqual([250]);
});

it("an id that seems unknown is looked for where its creation would be", async () => {
  const { find, positions } = await openCache({ before: holding([]), after: holding([row]) });
  expect(await find(linkId)).toMatchObject({ id: linkId, merchantId: "mer_1" });
  expect(positions).toEqual([100]);
});

it("links are read from the replica while the primary cannot say where it is", async () => {
  const { find, positions, notify, moveTo } = await openCache({ before: holding([row]), after: holding([]) });
  notify(linkId);
  moveTo(new Error("connection refused"));
  expect(await find(linkId)).toMatchObject({ id: linkId });
  expect(positions).toEqual([undefined]);
});
