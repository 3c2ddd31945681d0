import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { draftContent } from "../contract/draft-content.ts";
import { toPlanDraft, toPlatformDraft } from "../domain/read-draft.ts";

const migrations = join(import.meta.dirname, "../../../../db/migrations");
const migration = "20261123106000_campaigns_draft_groups.sql";

/** A draft of two platforms that differ, and one in which nothing was written. */
const written = {
  campaign: { name: "تمور", landing_url: "https://nakhla.example" },
  ad_group: { gender: "female" },
  ad: { headline: "عجوة" },
  platform: "snapchat",
  platforms: {
    snapchat: {
      own: { ad_account_id: "acc_1", daily_budget_halalas: 100_00 },
      differs: { campaign: {}, ad_group: {}, ad: {} },
      dropped: ["media"],
    },
    tiktok: {
      own: { ad_account_id: "acc_2", daily_budget_halalas: 200_00 },
      differs: { campaign: {}, ad_group: { gender: "all" }, ad: { headline: "عجوة المدينة" } },
      dropped: [],
    },
  },
};
const blank = { campaign: {}, ad_group: {}, ad: {}, platform: null, platforms: {} };

it("a draft of one group and one ad keeps all that was written, and its budgets become shares of one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rawaj-drafts-"));
  const driver = await embeddedDriver({});
  const files = (await readdir(migrations)).filter((file) => file < migration);
  for (const file of files) await cp(join(migrations, file), join(folder, file));
  await migrate(driver, folder);
  for (const [id, content] of Object.entries({ dft_1: written, dft_2: blank }))
    await driver.query(
      `insert into campaigns.drafts (merchant_id, id, content, step, device, created_at, updated_at)
       values ('mer_1', $1, $2, 'goal', 'device-1', now(), now())`,
      [id, JSON.stringify(content)],
    );
  await cp(join(migrations, migration), join(folder, migration));
  await migrate(driver, folder);

  const { rows } = await driver.query("select content from campaigns.drafts order by id", []);
  const [first, second] = (rows as { content: unknown }[]).map((row) =>
    toPlanDraft(draftContent.parse(row.content)),
  );
  if (!first || !second) throw new Error("both drafts are there");
  expect(first.campaign).toMatchObject({ name: "تمور", daily_budget_halalas: 300_00 });
  const shares = Object.values(first.platforms).map(({ own }) => own.budget_share);
  expect(shares.toSorted()).toEqual([3_334, 6_666]);
  const [onSnapchat] = toPlatformDraft(first, "snapchat").ad_groups;
  const [onTiktok] = toPlatformDraft(first, "tiktok").ad_groups;
  expect(onSnapchat).toMatchObject({ gender: "female", ads: [{ headline: "عجوة" }] });
  expect(onTiktok).toMatchObject({ gender: "all", ads: [{ headline: "عجوة المدينة" }] });
  expect(second).toMatchObject({ platforms: {}, ad_groups: [{ ads: [{ headline: "" }] }] });
  await driver.close();
  await rm(folder, { recursive: true });
}, 60_000);
