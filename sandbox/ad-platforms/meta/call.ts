import type { World } from "../../base/world.ts";
import type { Conversions } from "../shared/conversions.ts";
import type { CustomerLists } from "../shared/customer-lists.ts";
import type { Deliveries } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { notPermitted, unknownObject } from "./errors.ts";
import type { Kind, Registry, StoredObject } from "./registry.ts";
import type { Grant } from "./tokens.ts";

export type Context = {
  world: World;
  registry: Registry;
  deliveries: Deliveries;
  conversions: Conversions;
  customerLists: CustomerLists;
};

/** One authorized request, in the form the handlers need. */
export type Call = {
  method: string;
  version: string;
  /** Path after the version: ["act_1", "campaigns"]. */
  path: string[];
  /** Query and body together; from forms all values are text. */
  params: Json;
  files: { name: string; fileName: string; bytes: Buffer }[];
  identity: Identity;
  grant: Grant;
  token: string;
  /** The host's address without trailing slash, for the links of pages. */
  origin: string;
};

/** One request, from the wire or from inside a batch. */
export type GraphRequest = {
  method: string;
  path: string;
  params: Json;
  files: Call["files"];
  /** From the header, when the parameters name none. */
  headerToken: string | null;
  origin: string;
};
export type GraphResponse = { status: number; body: unknown; headers: Record<string, string> };

export type Handler = (call: Call) => Json | Promise<Json>;

/** The permission a call needs: reading takes either of the two, writing only the one. */
export function requireRead({ grant }: Call): void {
  if (!grant.scopes.includes("ads_read") && !grant.scopes.includes("ads_management"))
    throw notPermitted("Requires ads_read or ads_management permission");
}

export function requireWrite({ grant, identity }: Call, account: DemoAccount): void {
  if (!grant.scopes.includes("ads_management"))
    throw notPermitted("Ad account owner has NOT granted ads_management permission");
  if (identity.role !== "admin")
    throw notPermitted("Permission denied: you do not have the ADVERTISE task in this ad account");
  if (account.status !== 1)
    throw notPermitted("The ad account is disabled: ads cannot be created or changed in it", 2_641);
}

/** The ad account when the caller can access it; somebody else's looks like a missing one. */
export function requireAccount(call: Call, registry: Registry, accountId: string): DemoAccount {
  const owner = registry.findOwner(accountId);
  if (owner?.identity.key !== call.identity.key) throw unknownObject(call.path[0] ?? accountId, call.method);
  return owner.account;
}

/** The object of this kind when the caller may see it; deleted ones can still be read by id. */
export function requireObject(call: Call, registry: Registry, kind: Kind, id: string): StoredObject {
  const row = registry.tables[kind].get(id);
  if (!row) throw unknownObject(id, call.method);
  requireAccount(call, registry, row.account_id);
  return row;
}
