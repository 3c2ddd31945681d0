import type { Json } from "../shared/field-table.ts";
import { accountFor, type Call, type Handler, mayRead, objectFor, type Room } from "./call.ts";
import { unknownObject } from "./errors.ts";
import { ENUMS } from "./facts.ts";
import { removeImage, uploadImages } from "./images.ts";
import { answerInsights, type Node } from "./insights.ts";
import { minimumBudgets } from "./money.ts";
import { pageOf } from "./paging.ts";
import { fieldsText, onlyKnown, option } from "./params.ts";
import { presentAccount, presentAs, presentPage } from "./present.ts";
import { project } from "./project.ts";
import type { Kept, Kind } from "./registry.ts";
import { lookAtReport, readReport, startReport } from "./reports.ts";
import { oneOrMore } from "./rules.ts";
import { answerSearch } from "./searches.ts";
import { type Uploads, uploadVideo } from "./videos.ts";
import { createOn, removeObject, updateObject } from "./writes.ts";

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
/** What a listing of an edge may be narrowed by. */
const NARROWED_BY: Record<Listed, string[]> = {
  campaigns: ["effective_status", "is_completed", "date_preset", "time_range"],
  adsets: ["effective_status", "is_completed", "updated_since", "date_preset", "time_range"],
  ads: ["effective_status", "updated_since", "date_preset", "time_range"],
  adcreatives: [],
  advideos: ["title"],
  adimages: ["hashes", "name"],
};

/**
 * Every call that is served, by method and what the path names: `GET act/campaigns`, `POST campaigns` (the object
 * itself), `GET campaigns/insights`.
 */
export function handlersOf(room: Room): Record<string, Handler> {
  const uploads: Uploads = new Map();
  const written = ["campaigns", "adsets", "ads", "adcreatives"] as const;
  const table: Record<string, Handler> = {
    "GET search": answerSearch,
    "GET me": (call) =>
      project("User", { ...call.identity, id: call.identity.userId }, fieldsText(call.params), ["name"]),
    "GET me/permissions": permissions,
    "GET me/adaccounts": (call) => myAccounts(room, call),
    "GET me/accounts": myPages,
    "GET page": (call) => onePage(room, call),
    "GET act": (call) => oneAccount(room, call),
    "GET act/adspixels": (call) => onAccount(room, call, (account) => pixelsOf(call, account)),
    "GET act/minimum_budgets": (call) =>
      onAccount(room, call, (account) => ({ data: [minimumBudgets(account.currency)] })),
    "GET act/promote_pages": (call) => onAccount(room, call, () => pagesOf(call, call.identity.pages)),
    "GET act/instagram_accounts": (call) => onAccount(room, call, () => instagramOf(call)),
    "GET act/connected_instagram_accounts": (call) => onAccount(room, call, () => instagramOf(call)),
    "GET act/insights": (call) => answerInsights(room, call, accountNode(room, call)),
    "POST act/insights": (call) => startReport(room, call, accountNode(room, call)),
    "POST act/adimages": (call) => onAccount(room, call, (account) => uploadImages(room, account, call)),
    "DELETE act/adimages": (call) => onAccount(room, call, (account) => removeImage(room, account, call)),
    "POST act/advideos": (call) =>
      onAccount(room, call, (account) => uploadVideo(room, uploads, account, call)),
    "GET advideos": (call) => one(room, "advideos", call),
    "GET adcreatives": (call) => one(room, "adcreatives", call),
    "GET reports": (call) => lookAtReport(room, call),
    "GET reports/insights": (call) => readReport(room, call),
    "GET campaigns/adsets": (call) => listUnder(room, call, "campaigns", "adsets"),
    "GET campaigns/ads": (call) => listUnder(room, call, "campaigns", "ads"),
    "GET adsets/ads": (call) => listUnder(room, call, "adsets", "ads"),
    "GET advideos/thumbnails": (call) => thumbnails(room, call),
  };
  for (const kind of Object.keys(NODE_OF) as Listed[])
    table[`GET act/${kind}`] = (call) =>
      onAccount(room, call, (account) => list(room, call, kind, room.registry.inAccount(kind, account.id)));
  for (const kind of written) {
    table[`POST act/${kind}`] = (call) =>
      onAccount(room, call, (account) => createOn(room, kind, account, call));
    table[`POST ${kind}`] = updateObject(room, kind);
    table[`DELETE ${kind}`] = removeObject(room, kind);
  }
  for (const [kind, level] of Object.entries(LEVEL_OF) as [keyof typeof LEVEL_OF, Node["level"]][]) {
    table[`GET ${kind}`] = (call) => one(room, kind, call);
    table[`GET ${kind}/insights`] = (call) => answerInsights(room, call, objectNode(room, call, kind, level));
    table[`POST ${kind}/insights`] = (call) => startReport(room, call, objectNode(room, call, kind, level));
  }
  return table;
}

const accountIdIn = (call: Call) => (call.path[0] ?? "").replace(/^act_/, "");

function onAccount<Answer>(
  room: Room,
  call: Call,
  answer: (account: ReturnType<typeof accountFor>) => Answer,
): Answer {
  const account = accountFor(call, room.registry, accountIdIn(call));
  mayRead(call);
  return answer(account);
}

function accountNode(room: Room, call: Call): Node {
  return { level: "account", account: accountFor(call, room.registry, accountIdIn(call)), row: null };
}

function objectNode(room: Room, call: Call, kind: Kind, level: Node["level"]): Node {
  const row = objectFor(call, room.registry, kind, call.path[0] ?? "");
  return { level, account: room.registry.accountOf(row).account, row };
}

function permissions(call: Call): Json {
  const said = (status: string) => (permission: string) => ({ permission, status });
  return { data: [...call.grant.scopes.map(said("granted")), ...call.grant.declined.map(said("declined"))] };
}

function myAccounts(room: Room, call: Call): Json {
  mayRead(call);
  onlyKnown(call.params, []);
  const present = (account: (typeof call.identity.accounts)[number]) =>
    project("AdAccount", presentAccount(account, call.identity, room.world.now()), fieldsText(call.params), [
      "account_id",
    ]);
  return pageOf(call, call.identity.accounts, present);
}

/** Without pages_show_list the list is empty rather than refused. */
function myPages(call: Call): Json {
  return pagesOf(call, call.grant.scopes.includes("pages_show_list") ? call.identity.pages : []);
}

function pagesOf(call: Call, pages: Call["identity"]["pages"]): Json {
  onlyKnown(call.params, ["is_promotable"]);
  const defaults = ["name", "access_token", "category", "tasks"];
  return pageOf(call, pages, (page) =>
    project("Page", seenPage(call, presentPage(page, call.identity)), fieldsText(call.params), defaults),
  );
}

/** The Instagram account of a Page is told to those who may see it. */
function seenPage({ grant }: Call, page: Json): Json {
  const { instagram_business_account, ...rest } = page;
  return grant.scopes.includes("instagram_basic") ? { ...rest, instagram_business_account } : rest;
}

function onePage(room: Room, call: Call): Json {
  const id = call.path[0] ?? "";
  const found = room.registry.pageAt(id);
  if (found?.identity.key !== call.identity.key) throw unknownObject(id);
  return project("Page", seenPage(call, presentPage(found.page, found.identity)), fieldsText(call.params), [
    "name",
  ]);
}

function instagramOf(call: Call): Json {
  const accounts = call.identity.pages.flatMap((page) => page.instagram ?? []);
  return pageOf(call, accounts, (account) => project("IGUser", { ...account }, fieldsText(call.params)));
}

function oneAccount(room: Room, call: Call): Json {
  return onAccount(room, call, (account) =>
    project("AdAccount", presentAccount(account, call.identity, room.world.now()), fieldsText(call.params), [
      "account_id",
    ]),
  );
}

function pixelsOf(call: Call, account: { pixelId: string; name: string }): Json {
  const pixel = { id: account.pixelId, name: `${account.name} pixel`, is_unavailable: false };
  return pageOf(call, [pixel], (each) => project("AdsPixel", each, fieldsText(call.params)));
}

function one(room: Room, kind: Listed, call: Call): Json {
  mayRead(call);
  const row = objectFor(call, room.registry, kind, call.path[0] ?? "");
  return project(NODE_OF[kind], presentAs(room, row), fieldsText(call.params));
}

function listUnder(room: Room, call: Call, above: "campaigns" | "adsets", kind: "adsets" | "ads"): Json {
  mayRead(call);
  const parent = objectFor(call, room.registry, above, call.path[0] ?? "");
  if (above === "adsets" || kind === "adsets")
    return list(room, call, kind, room.registry.childrenOf(kind, parent.id));
  const adSets = room.registry.childrenOf("adsets", parent.id);
  return list(
    room,
    call,
    kind,
    adSets.flatMap((adSet) => room.registry.childrenOf("ads", adSet.id)),
  );
}

/** Newest first. Deleted ones are never listed, archived ones when `effective_status` asks for them. */
function list(room: Room, call: Call, kind: Listed, rows: Kept[]): Json {
  onlyKnown(call.params, NARROWED_BY[kind]);
  const statuses = option(call.params, "effective_status", oneOrMore(ENUMS.effective_status)) as
    | string[]
    | undefined;
  const shown = rows
    .filter((row) => !row.deleted && fits(call.params, kind, row))
    .toReversed()
    .map((row) => presentAs(room, row))
    .filter(({ effective_status: status }) => {
      if (status === undefined) return true;
      return statuses ? statuses.includes(String(status)) : status !== "ARCHIVED" && status !== "DELETED";
    });
  return pageOf(call, shown, (object) => project(NODE_OF[kind], object, fieldsText(call.params)));
}

function fits(params: Json, kind: Listed, row: Kept): boolean {
  if (kind === "advideos" && params.title !== undefined) return row.wire.title === params.title;
  if (kind !== "adimages") return true;
  const hashes = option(params, "hashes", (value, field) =>
    Array.isArray(value) ? null : `${field} must be a list`,
  );
  if (Array.isArray(hashes) && !hashes.includes(row.wire.hash)) return false;
  return params.name === undefined || row.wire.name === params.name;
}

function thumbnails(room: Room, call: Call): Json {
  const video = objectFor(call, room.registry, "advideos", call.path[0] ?? "");
  return {
    data: [{ id: `${video.id}1`, uri: `https://scontent.example/${video.id}.jpg`, is_preferred: true }],
  };
}
