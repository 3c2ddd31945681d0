import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { violatesConstraint } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { libraryRefusals } from "../contract/library.refusals.ts";
import { collectedItemsMax, collectionsMax } from "../contract/library-enums.ts";
import type { Collection } from "../contract/library-shapes.ts";
import {
  findCollection,
  insertCollectedItem,
  insertCollection,
  listCollections,
  lockCollections,
  removeCollectedItem,
  removeCollection,
  saveNote,
  setCollectionName,
} from "./collections.store.ts";
import { findRow } from "./rows.store.ts";
import { findWinner } from "./winners.store.ts";

/** The merchant's collections, by name. */
export async function showCollections(ctx: ReadContext): Promise<{ items: Collection[] }> {
  return { items: (await listCollections(ctx)).map(presentCollection) };
}

export const createCollection = (ctx: ReadContext, { name }: { name: string }): Promise<Collection> =>
  transact(ctx, async (ctx) => {
    await lockCollections(ctx);
    if ((await listCollections(ctx)).length >= collectionsMax)
      libraryRefusals.refuse("library.collections_too_many", { max: collectionsMax });
    const id = newId("col");
    await refuseTakenName(insertCollection(ctx, { id, name }));
    await recordAudit(ctx, {
      module: "library",
      action: "library.collection_created",
      subject: id,
      after: { name },
    });
    return loadCollection(ctx, id);
  });

export const renameCollection = (
  ctx: ReadContext,
  { id, name }: { id: string; name: string },
): Promise<Collection> =>
  transact(ctx, async (ctx) => {
    const before = await loadCollection(ctx, id);
    await refuseTakenName(setCollectionName(ctx, id, name));
    await recordAudit(ctx, {
      module: "library",
      action: "library.collection_renamed",
      subject: id,
      before: { name: before.name },
      after: { name },
    });
    return loadCollection(ctx, id);
  });

export const deleteCollection = (ctx: ReadContext, { id }: { id: string }): Promise<{ id: string }> =>
  transact(ctx, async (ctx) => {
    const { name, items } = await loadCollection(ctx, id);
    await removeCollection(ctx, id);
    await recordAudit(ctx, {
      module: "library",
      action: "library.collection_deleted",
      subject: id,
      before: { name, items },
    });
    return { id };
  });

type Place = { collectionId: string; itemId: string };

export const collectItem = (ctx: ReadContext, { collectionId, itemId }: Place): Promise<Collection> =>
  transact(ctx, async (ctx) => {
    await lockCollections(ctx);
    const collection = await loadCollection(ctx, collectionId);
    await refuseUnknownItem(ctx, itemId);
    if (collection.items >= collectedItemsMax)
      libraryRefusals.refuse("library.collection_full", { max: collectedItemsMax });
    await insertCollectedItem(ctx, { collectionId, itemId });
    return loadCollection(ctx, collectionId);
  });

export const dropItem = (ctx: ReadContext, { collectionId, itemId }: Place): Promise<Collection> =>
  transact(ctx, async (ctx) => {
    await loadCollection(ctx, collectionId);
    await removeCollectedItem(ctx, { collectionId, itemId });
    return loadCollection(ctx, collectionId);
  });

/** The merchant's own note about an item; an empty text removes it. */
export const noteItem = (
  ctx: ReadContext,
  { itemId, text }: { itemId: string; text: string },
): Promise<void> =>
  transact(ctx, async (ctx) => {
    await refuseUnknownItem(ctx, itemId);
    await saveNote(ctx, { itemId, text });
  });

async function loadCollection(ctx: ReadContext, id: string): Promise<Collection> {
  const found = await findCollection(ctx, id);
  return found ? presentCollection(found) : baseRefusals.refuse("base.not_found");
}

/** What is neither in the library nor one of the merchant's winners is not found. */
async function refuseUnknownItem(ctx: Context, id: string): Promise<void> {
  const row = await findRow(ctx.tx, id);
  if (row?.archived_at === null || (await findWinner(ctx, id))) return;
  baseRefusals.refuse("base.not_found");
}

async function refuseTakenName(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!violatesConstraint(error, "collections_merchant_id_name_folded_key")) throw error;
    libraryRefusals.refuse("library.collection_name_taken", {}, "name");
  }
}

const presentCollection = ({
  created_at,
  ...collection
}: Omit<Collection, "created_at"> & { created_at: Date }): Collection => ({
  ...collection,
  created_at: created_at.toISOString(),
});
