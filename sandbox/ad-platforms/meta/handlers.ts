import type { Json } from "../shared/field-table.ts";
import { type Call, type Context, type Handler, requireAccount, requireObject, requireRead } from "./call.ts";
import { changeUsers, createAudience, deleteAudience, listAudiences } from "./custom-audiences.ts";
import { unknownObject } from "./errors.ts";
import { ENUMS } from "./facts.ts";
import { removeImage, uploadImages } from "./images.ts";
import { handleInsights, type Node } from "./insights.ts";
import { minimumBudgets } from "./money.ts";
import { paginate } from "./paging.ts";
import { fieldsText, option, rejectUnknownParams } from "./params.ts";
import { readQuality, receiveEvents } from "./pixel.ts";
import { presentAccount, presentAs, presentPage } from "./present.ts";
import { project } from "./project.ts";
import type { Kind, StoredObject } from "./registry.ts";
import { pollReport, readReport, startReport } from "./reports.ts";
import { oneOrMore } from "./rules.ts";
import { handleSearch } from "./searches.ts";
import { type Uploads, uploadVideo } from "./videos.ts";
import { createObject, removeObject, updateObject } from "./writes.ts";

type Listed = Exclude<Kind, "reports">;
const NODE_OF: Record<Listed, string> = {
  campaigns: "Campaign",
  adsets: "AdSet",
  ads: "Ad",
  adcreatives: "AdCreative",
  advideos: "AdVideo",
  adimages: "AdImage",
};
const LEVEL_OF = { campaigns: "campaign", adsets: "adset", ads: "ad" } as const;
/** The filters of an edge's listing. */
const NARROWED_BY: Record<Listed, string[]> = {
  campaigns: ["effective_status", "is_completed", "date_preset", "time_range"],
  adsets: ["effective_status", "is_completed", "updated_since", "date_preset", "time_range"],
  ads: ["effective_status", "updated_since", "date_preset", "time_range"],
  adcreatives: [],
  advideos: ["title"],
  adimages: ["hashes", "name"],
};

/**
 * Every supported call, by method and by the kind of its path: `GET act/campaigns`, `POST campaigns` (the object
 * itself), `GET campaigns/insights`.
 */
export function makeHandlers(context: Context): Record<string, Handler> {
  const uploads: Uploads = new Map();
  const writableKinds = ["campaigns", "adsets", "ads", "adcreatives"] as const;
  const table: Record<string, Handler> = {
    "GET search": handleSearch,
    "GET me": (call) =>
      project("User", { ...call.identity, id: call.identity.userId }, fieldsText(call.params), ["name"]),
    "GET me/permissions": permissions,
    "GET me/adaccounts": (call) => myAccounts(context, call),
    "GET me/accounts": myPages,
    "GET page": (call) => onePage(context, call),
    "GET act/customaudiences": (call) => listAudiences(context, call),
    "POST act/customaudiences": (call) => createAudience(context, call),
    "DELETE audience": (call) => deleteAudience(context, call),
    "POST audience/users": (call) => changeUsers(context, call, "add"),
    "DELETE audience/users": (call) => changeUsers(context, call, "remove"),
    "POST pixel/events": (call) => receiveEvents(context, call),
    "GET dataset_quality": (call) => readQuality(context, call),
    "GET act": (call) => oneAccount(context, call),
    "GET act/adspixels": (call) => onAccount(context, call, (account) => presentPixels(call, account)),
    "GET act/minimum_budgets": (call) =>
      onAccount(context, call, (account) => ({ data: [minimumBudgets(account.currency)] })),
    "GET act/promote_pages": (call) =>
      onAccount(context, call, () => presentPages(call, call.identity.pages)),
    "GET act/instagram_accounts": (call) => onAccount(context, call, () => presentInstagram(call)),
    "GET act/connected_instagram_accounts": (call) => onAccount(context, call, () => presentInstagram(call)),
    "GET act/insights": (call) => handleInsights(context, call, accountNode(context, call)),
    "POST act/insights": (call) => startReport(context, call, accountNode(context, call)),
    "POST act/adimages": (call) =>
      onAccount(context, call, (account) => uploadImages(context, account, call)),
    "DELETE act/adimages": (call) =>
      onAccount(context, call, (account) => removeImage(context, account, call)),
    "POST act/advideos": (call) =>
      onAccount(context, call, (account) => uploadVideo(context, uploads, account, call)),
    "GET advideos": (call) => one(context, "advideos", call),
    "GET adcreatives": (call) => one(context, "adcreatives", call),
    "GET reports": (call) => pollReport(context, call),
    "GET reports/insights": (call) => readReport(context, call),
    "GET campaigns/adsets": (call) => listUnder(context, call, "campaigns", "adsets"),
    "GET campaigns/ads": (call) => listUnder(context, call, "campaigns", "ads"),
    "GET adsets/ads": (call) => listUnder(context, call, "adsets", "ads"),
    "GET advideos/thumbnails": (call) => thumbnails(context, call),
  };
  for (const kind of Object.keys(NODE_OF) as Listed[])
    table[`GET act/${kind}`] = (call) =>
      onAccount(context, call, (account) =>
        list(context, call, kind, context.registry.listInAccount(kind, account.id)),
      );
  for (const kind of writableKinds) {
    table[`POST act/${kind}`] = (call) =>
      onAccount(context, call, (account) => createObject(context, kind, account, call));
    table[`POST ${kind}`] = updateObject(context, kind);
    table[`DELETE ${kind}`] = removeObject(context, kind);
  }
  for (const [kind, level] of Object.entries(LEVEL_OF) as [keyof typeof LEVEL_OF, Node["level"]][]) {
    table[`GET ${kind}`] = (call) => one(context, kind, call);
    table[`GET ${kind}/insights`] = (call) =>
      handleInsights(context, call, objectNode(context, call, kind, level));
    table[`POST ${kind}/insights`] = (call) =>
      startReport(context, call, objectNode(context, call, kind, level));
  }
  return table;
}

const accountIdIn = (call: Call) => (call.path[0] ?? "").replace(/^act_/, "");

function onAccount<Answer>(
  context: Context,
  call: Call,
  answer: (account: ReturnType<typeof requireAccount>) => Answer,
): Answer {
  const account = requireAccount(call, context.registry, accountIdIn(call));
  requireRead(call);
  return answer(account);
}

function accountNode(context: Context, call: Call): Node {
  return { level: "account", account: requireAccount(call, context.registry, accountIdIn(call)), row: null };
}

function objectNode(context: Context, call: Call, kind: Kind, level: Node["level"]): Node {
  const row = requireObject(call, context.registry, kind, call.path[0] ?? "");
  return { level, account: context.registry.loadAccount(row).account, row };
}

function permissions(call: Call): Json {
  const withStatus = (status: string) => (permission: string) => ({ permission, status });
  return {
    data: [
      ...call.grant.scopes.map(withStatus("granted")),
      ...call.grant.declined.map(withStatus("declined")),
    ],
  };
}

function myAccounts(context: Context, call: Call): Json {
  requireRead(call);
  rejectUnknownParams(call.params, []);
  const present = (account: (typeof call.identity.accounts)[number]) =>
    project(
      "AdAccount",
      presentAccount(account, call.identity, context.world.now()),
      fieldsText(call.params),
      ["account_id"],
    );
  return paginate(call, call.identity.accounts, present);
}

/** Without pages_show_list the list is empty, not refused. */
function myPages(call: Call): Json {
  return presentPages(call, call.grant.scopes.includes("pages_show_list") ? call.identity.pages : []);
}

function presentPages(call: Call, pages: Call["identity"]["pages"]): Json {
  rejectUnknownParams(call.params, ["is_promotable"]);
  const defaults = ["name", "access_token", "category", "tasks"];
  return paginate(call, pages, (page) =>
    project(
      "Page",
      presentVisiblePage(call, presentPage(page, call.identity)),
      fieldsText(call.params),
      defaults,
    ),
  );
}

/** The Instagram account of a Page is shown only with the permission to see it. */
function presentVisiblePage({ grant }: Call, page: Json): Json {
  const { instagram_business_account, ...rest } = page;
  return grant.scopes.includes("instagram_basic") ? { ...rest, instagram_business_account } : rest;
}

function onePage(context: Context, call: Call): Json {
  const id = call.path[0] ?? "";
  const found = context.registry.pageAt(id);
  if (found?.identity.key !== call.identity.key) throw unknownObject(id);
  return project(
    "Page",
    presentVisiblePage(call, presentPage(found.page, found.identity)),
    fieldsText(call.params),
    ["name"],
  );
}

function presentInstagram(call: Call): Json {
  const accounts = call.identity.pages.flatMap((page) => page.instagram ?? []);
  return paginate(call, accounts, (account) => project("IGUser", { ...account }, fieldsText(call.params)));
}

function oneAccount(context: Context, call: Call): Json {
  return onAccount(context, call, (account) =>
    project(
      "AdAccount",
      presentAccount(account, call.identity, context.world.now()),
      fieldsText(call.params),
      ["account_id"],
    ),
  );
}

function presentPixels(call: Call, account: { pixelId: string; name: string }): Json {
  const pixel = { id: account.pixelId, name: `${account.name} pixel`, is_unavailable: false };
  return paginate(call, [pixel], (each) => project("AdsPixel", each, fieldsText(call.params)));
}

function one(context: Context, kind: Listed, call: Call): Json {
  requireRead(call);
  const row = requireObject(call, context.registry, kind, call.path[0] ?? "");
  return project(NODE_OF[kind], presentAs(context, row), fieldsText(call.params));
}

function listUnder(
  context: Context,
  call: Call,
  parentKind: "campaigns" | "adsets",
  kind: "adsets" | "ads",
): Json {
  requireRead(call);
  const parent = requireObject(call, context.registry, parentKind, call.path[0] ?? "");
  if (parentKind === "adsets" || kind === "adsets")
    return list(context, call, kind, context.registry.listChildren(kind, parent.id));
  const adSets = context.registry.listChildren("adsets", parent.id);
  return list(
    context,
    call,
    kind,
    adSets.flatMap((adSet) => context.registry.listChildren("ads", adSet.id)),
  );
}

/** Newest first. Deleted ones are never listed, archived ones when `effective_status` requests them. */
function list(context: Context, call: Call, kind: Listed, rows: StoredObject[]): Json {
  rejectUnknownParams(call.params, NARROWED_BY[kind]);
  const statuses = option(call.params, "effective_status", oneOrMore(ENUMS.effective_status)) as
    | string[]
    | undefined;
  const presented = rows
    .filter((row) => !row.deleted && matches(call.params, kind, row))
    .toReversed()
    .map((row) => presentAs(context, row))
    .filter(({ effective_status: status }) => {
      if (status === undefined) return true;
      return statuses ? statuses.includes(String(status)) : status !== "ARCHIVED" && status !== "DELETED";
    });
  return paginate(call, presented, (object) => project(NODE_OF[kind], object, fieldsText(call.params)));
}

function matches(params: Json, kind: Listed, row: StoredObject): boolean {
  if (kind === "advideos" && params.title !== undefined) return row.wire.title === params.title;
  if (kind !== "adimages") return true;
  const hashes = option(params, "hashes", (value, field) =>
    Array.isArray(value) ? null : `${field} must be a list`,
  );
  if (Array.isArray(hashes) && !hashes.includes(row.wire.hash)) return false;
  return params.name === undefined || row.wire.name === params.name;
}

function thumbnails(context: Context, call: Call): Json {
  const video = requireObject(call, context.registry, "advideos", call.path[0] ?? "");
  return {
    data: [{ id: `${video.id}1`, uri: `https://scontent.example/${video.id}.jpg`, is_preferred: true }],
  };
}
