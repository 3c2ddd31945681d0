import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import { type Conversions, makeConversions } from "../shared/conversions.ts";
import { type CustomerLists, makeCustomerLists } from "../shared/customer-lists.ts";
import { type Deliveries, makeDeliveries } from "../shared/deliveries.ts";
import { makePeople, type People } from "../shared/identities.ts";
import { type StoredObject as AnyStoredObject, makeObjects, type Objects } from "../shared/objects.ts";
import { type Customer, DEMO_KEYS, findIdentity, type Identity } from "./demo.ts";

export const KINDS = [
  "campaignBudgets",
  "campaigns",
  "adGroups",
  "adGroupAds",
  "adGroupCriteria",
  "campaignCriteria",
  "assets",
  "labels",
  "campaignLabels",
  "adGroupLabels",
  "adGroupAdLabels",
  "conversionActions",
  "youTubeVideoUploads",
] as const;
export type Kind = (typeof KINDS)[number];

/** An object's id is its resource name: "customers/1234567890/campaigns/22". */
export type StoredObject = AnyStoredObject<Kind>;

/** What the Data Manager API received in one request. */
export interface IngestionRow {
  id: string;
  identity: string;
  at: number;
  kind: "events" | "members";
  records: number;
  errors: { reason: string; recordCount: string }[];
}

/** The simulator's state, with the owners of objects. */
export interface Context {
  world: World;
  objects: Objects<Kind>;
  people: People<Identity>;
  deliveries: Deliveries;
  conversions: Conversions;
  customerLists: CustomerLists;
  /** Requests of the Data Manager API whose outcome is read later. */
  ingestion: Table<IngestionRow>;
  /** The customer with this id, a manager or an account, with its owner. */
  findCustomer(id: string): { customer: Customer; identity: Identity } | null;
}

export function makeContext(world: World): Context {
  const people = makePeople(world, "google", DEMO_KEYS, findIdentity);
  const managers = new Map<string, Identity>();
  const managedBy = (id: string) => {
    if (!managers.has(id)) {
      for (const identity of people.all()) if (identity.manager) managers.set(identity.manager.id, identity);
    }
    return managers.get(id);
  };
  const objects = makeObjects(world, "google", KINDS);
  const deliveries = makeDeliveries(world, "google");
  const conversions = makeConversions(world, {
    platform: "google",
    deliveries,
    clickName: "gclid",
    datedBy: "click",
    windowDays: 30,
    findCurrency: (adId) =>
      people.findOwner(objects.tables.adGroupAds.get(adId)?.account_id ?? "")?.account.currency,
  });
  return {
    world,
    people,
    objects,
    deliveries,
    conversions,
    customerLists: makeCustomerLists(world, "google"),
    ingestion: world.table<IngestionRow>("google.ingestion"),
    findCustomer(id) {
      const owner = people.findOwner(id);
      if (owner) return { customer: owner.account, identity: owner.identity };
      const identity = managedBy(id);
      return identity?.manager ? { customer: identity.manager, identity } : null;
    },
  };
}

/** An account's logo exists from the start: it is added to its assets when the account is first used. */
export function ensureLogo({ objects }: Context, { id, logoAssetId }: Customer): void {
  const name = logoAssetId && resourceName(id, "assets", logoAssetId);
  if (!name || objects.tables.assets.get(name)) return;
  objects.tables.assets.put({
    id: name,
    kind: "assets",
    account_id: id,
    parent_id: id,
    sequence: objects.nextSequence(),
    deleted: false,
    submitted_at: 0,
    wire: {
      name: "Logo",
      type: "IMAGE",
      source: "ADVERTISER",
      imageAsset: {
        fileSize: "20480",
        mimeType: "IMAGE_PNG",
        fullSize: { widthPixels: "512", heightPixels: "512" },
      },
    },
  });
}

/** "22" of "customers/1234567890/campaigns/22"; "33~44" of an ad's. */
export function parseResourceNumber(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf("/") + 1);
}

export function resourceName(customerId: string, kind: string, number: string): string {
  return `customers/${customerId}/${kind}/${number}`;
}
