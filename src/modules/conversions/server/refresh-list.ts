import { type ReadContext, transact } from "#base/server/context.ts";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import type { BoundCustomerListKeeper } from "#modules/ad-accounts/server/customer-list.port.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import {
  deleteMembers,
  findList,
  findMemberKeys,
  forgetList,
  insertMembers,
  type ListRow,
  listLeaving,
  markAdded,
  markGone,
  recordListFault,
  recordListStep,
  setPlatformList,
} from "./lists.store.ts";
import { publishChanged } from "./publish-changed.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<ConversionsDeps, "stores" | "adAccounts" | "systemClock" | "vault">;
type Step = { deps: Deps; keeper: BoundCustomerListKeeper; list: ListRow; listId: string };

const dayMs = 86_400_000;
/** Platforms let people expire from a list, the earliest after 180 days: they are added again before. */
const renewalDays = 90;

/** One name in every account of a merchant: a list that was made without an answer is found again by it. */
const toListName = (merchantId: string) => `Rawaj buyers ${merchantId}`;
export const toSealContext = (adAccountId: string, personKey: string) =>
  `conversions.list_members/${adAccountId}/${personKey}`;

/**
 * One step of an ad account's customer list: people who left are taken off, then one page of buyers is compared with
 * it. Returns whether more is to be done now. A list that is off, or whose merchant ended sharing, is deleted on the
 * platform. Every step may run twice.
 */
export const refreshList =
  (deps: Deps) =>
  async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<boolean> => {
    const list = await findList(ctx, { adAccountId });
    if (!list || list.next_run_at > deps.systemClock.now()) return false;
    try {
      const keeper = deps.adAccounts.bindAdPlatform(ctx.actor.merchantId, adAccountId);
      const { contactsAllowedAt } = await loadSettings(ctx);
      if (!list.is_on || !contactsAllowedAt) return await deleteList(ctx, keeper, list);
      const listId = await keeper.ensureCustomerList(toListName(ctx.actor.merchantId));
      if (listId !== list.platform_list_id)
        await transact(ctx, (ctx) => setPlatformList(ctx, { adAccountId, listId }));
      return await refreshPage(ctx, { deps, keeper, list, listId });
    } catch (error) {
      if (!isFault(error)) throw error;
      const systemNow = deps.systemClock.now();
      await transact(ctx, async (ctx) => {
        await recordListFault(ctx, { adAccountId, fault: error, systemNow });
        await publishChanged(ctx, adAccountId);
      });
      return false;
    }
  };

async function deleteList(
  ctx: ReadContext,
  keeper: BoundCustomerListKeeper,
  list: ListRow,
): Promise<boolean> {
  const { ad_account_id: adAccountId, platform_list_id: listId } = list;
  if (listId !== null) await keeper.deleteCustomerList(listId);
  await transact(ctx, async (ctx) => {
    await forgetList(ctx, { adAccountId });
    await publishChanged(ctx, adAccountId);
  });
  return false;
}

async function refreshPage(ctx: ReadContext, step: Step): Promise<boolean> {
  const { deps, list } = step;
  const { ad_account_id: adAccountId, cursor: after } = list;
  const limit = conversionRules[list.platform].listBatch;
  const buyers = await deps.stores.listBuyers(ctx, { after, limit });
  const keys = buyers.map(({ personKey }) => personKey);
  await addMissing(ctx, step, buyers);
  const hasMore = buyers.length === limit;
  const last = hasMore ? (keys.at(-1) ?? null) : null;
  await transact(ctx, (ctx) => markGone(ctx, { adAccountId, after, last, keys }));
  const isEmptied = await removeLeaving(ctx, step, limit);
  const systemNow = deps.systemClock.now();
  const isDone = !hasMore && isEmptied;
  await transact(ctx, async (ctx) => {
    const cursor = isDone ? "" : (last ?? after);
    const nextRunAt = isDone ? new Date(systemNow.getTime() + dayMs) : systemNow;
    await recordListStep(ctx, { adAccountId, cursor, nextRunAt });
    if (isDone) await publishChanged(ctx, adAccountId);
  });
  return !isDone;
}

type Buyers = Awaited<ReturnType<Deps["stores"]["listBuyers"]>>;

async function addMissing(ctx: ReadContext, { deps, keeper, list, listId }: Step, buyers: Buyers) {
  const adAccountId = list.ad_account_id;
  const since = new Date(ctx.now.getTime() - renewalDays * dayMs);
  const keys = buyers.map(({ personKey }) => personKey);
  const known = await findMemberKeys(ctx, { adAccountId, keys, since });
  const missing = buyers.filter(({ personKey }) => !known.has(personKey));
  if (missing.length === 0) return;
  const members = missing.map(({ personKey, contact }) => ({
    person_key: personKey,
    sealed: deps.vault.seal(JSON.stringify(contact), toSealContext(adAccountId, personKey)),
  }));
  // Stored first: whoever may be on the platform's list can be taken off it again.
  await transact(ctx, (ctx) => insertMembers(ctx, { adAccountId, members }));
  await keeper.addCustomers(
    listId,
    missing.map(({ contact }) => contact),
  );
  const added = missing.map(({ personKey }) => personKey);
  await transact(ctx, (ctx) => markAdded(ctx, { adAccountId, keys: added }));
}

/** Takes people off who left; returns whether none is left of them. */
async function removeLeaving(
  ctx: ReadContext,
  { deps, keeper, list, listId }: Step,
  limit: number,
): Promise<boolean> {
  const adAccountId = list.ad_account_id;
  const leaving = await listLeaving(ctx, { adAccountId, limit });
  if (leaving.length === 0) return true;
  const contacts = leaving.map(
    ({ person_key, sealed }): HashedContact =>
      JSON.parse(deps.vault.open(sealed, toSealContext(adAccountId, person_key))),
  );
  await keeper.removeCustomers(listId, contacts);
  const keys = leaving.map(({ person_key }) => person_key);
  await transact(ctx, (ctx) => deleteMembers(ctx, { adAccountId, keys }));
  return leaving.length < limit;
}
