import type { ReadContext } from "#base/server/context.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { stripIsolates } from "#base/shared/bidi.ts";
import { fold } from "#base/shared/fold.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HelpFacade } from "#modules/help/server/help.facade.ts";
import type { NotificationsFacade } from "#modules/notifications/server/notifications.facade.ts";
import type { RulesFacade } from "#modules/rules/server/rules.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { FoundGroup, FoundItem } from "../contract/search.calls.ts";
import {
  answeredKinds,
  type NamedKind,
  type SearchKind,
  searchKindNames,
  seesKind,
} from "../contract/search-kinds.ts";
import { holdsWords, matchesNearly } from "../domain/spelling.ts";
import { type FoundDocument, findDocuments, findNearDocuments } from "./find-documents.ts";

export type SearchDeps = {
  stores: Pick<StoresFacade, "listOrdersByNumber">;
  wallet: Pick<WalletFacade, "findEntry">;
  rules: Pick<RulesFacade, "listCommunicationRules">;
  notifications: NotificationsFacade;
  help: HelpFacade;
};

type Search = {
  q: string;
  kind?: SearchKind | undefined;
  person: Person;
  language: Language;
};
type Person = { personId: string; abilities: readonly HeldAbility[] };
type Found = { kind: SearchKind; items: FoundItem[] };

/** How many of each kind are listed: beside other kinds, and of one kind alone. */
const sizes = { each: 5, alone: 30 };
/** Notifications have no stored words: they are worded for their reader, and the newest are searched. */
const notificationsSearched = 200;

/** What the merchant has under these words, of the kinds that this person may see. */
export const searchEverything =
  (deps: SearchDeps) =>
  async (ctx: ReadContext, { q: typed, kind, person, language }: Search) => {
    const q = fold(typed);
    if (q === "") return { groups: [], is_corrected: false };
    const kinds = searchKindNames.filter((one) => (!kind || one === kind) && seesKind(one, person.abilities));
    const size = kind ? sizes.alone : sizes.each;
    const memberId = ctx.actor.by.kind === "member" ? ctx.actor.by.id : null;
    const query = { q, kinds: kinds.filter(isNamed), size, memberId };
    const [named, orders, transactions, alerts, notifications] = await Promise.all([
      query.kinds.length > 0 ? findDocuments(ctx, query) : [],
      kinds.includes("order") ? findOrders(deps, ctx, { q, size }) : [],
      kinds.includes("transaction") ? findTransaction(deps, ctx, { q, language }) : [],
      kinds.includes("communication_rule") ? listAlerts(deps, ctx, language) : [],
      kinds.includes("notification") ? listNotifications(deps, ctx, { person, language }) : [],
    ]);
    const pages = kinds.includes("help") ? findHelp(deps, { q, size, language }) : [];
    const worded = (matches: (q: string, text: string) => boolean): Found[] => [
      { kind: "communication_rule", items: alerts.filter(isFoundBy(q, matches)) },
      { kind: "notification", items: notifications.filter(isFoundBy(q, matches)) },
    ];
    const exact = worded(holdsWords);
    const isFound =
      named.length + orders.length + transactions.length > 0 || exact.some(({ items }) => items.length > 0);
    const documents = isFound || query.kinds.length === 0 ? named : await findNearDocuments(ctx, query);
    const sentences = isFound ? exact : worded(matchesNearly);
    const found: Found[] = [
      ...groupDocuments(documents),
      { kind: "order", items: orders },
      { kind: "transaction", items: transactions },
      ...sentences,
      { kind: "help", items: pages },
    ];
    const isNear = documents.length > 0 || sentences.some(({ items }) => items.length > 0);
    return { groups: toGroups(found, size), is_corrected: !isFound && isNear };
  };

const isNamed = (kind: SearchKind): kind is NamedKind =>
  !(answeredKinds as readonly SearchKind[]).includes(kind);

const groupDocuments = (documents: readonly FoundDocument[]): Found[] =>
  searchKindNames.filter(isNamed).map((kind) => ({
    kind,
    items: documents.filter((one) => one.kind === kind).map(presentDocument),
  }));

type Named = Pick<FoundItem, "id" | "title"> & Partial<FoundItem>;
const toItem = (named: Named): FoundItem => ({
  detail: "",
  parent_id: null,
  amount_halalas: null,
  day: null,
  path: null,
  ...named,
});

const presentDocument = ({ id, title, detail, parent_id }: FoundDocument): FoundItem =>
  toItem({ id, title, detail, parent_id });

const toGroups = (found: readonly Found[], size: number): FoundGroup[] =>
  searchKindNames.flatMap((kind) => {
    const items = found.find((group) => group.kind === kind)?.items ?? [];
    return items.length === 0 ? [] : [{ kind, items: items.slice(0, size), has_more: items.length > size }];
  });

/** A number as it is typed: with or without its sign. */
const toNumber = (q: string) => q.replace(/^#/, "");

async function findOrders(
  { stores }: SearchDeps,
  ctx: ReadContext,
  { q, size }: { q: string; size: number },
) {
  const number = toNumber(q);
  if (!/^[a-z0-9-]+$/.test(number) || !/[0-9]/.test(number)) return [];
  const orders = await stores.listOrdersByNumber(ctx, { number, limit: size + 1 });
  return orders.map((order) =>
    toItem({
      id: order.id,
      title: order.reference,
      detail: order.store_name,
      amount_halalas: halalas(order.total_halalas),
      day: toRiyadhDay(order.placed_at),
    }),
  );
}

/** A line of the wallet's statement by its very number. */
async function findTransaction(
  { wallet }: SearchDeps,
  ctx: ReadContext,
  { q, language }: { q: string; language: Language },
): Promise<FoundItem[]> {
  const number = toNumber(q);
  if (!/^[1-9][0-9]{0,14}$/.test(number)) return [];
  const entry = await wallet.findEntry(ctx, { number: Number(number), language });
  if (!entry) return [];
  return [
    toItem({
      id: String(entry.line_no),
      title: String(entry.line_no),
      detail: entry.reference_title ?? "",
      amount_halalas: halalas(entry.amount_halalas),
      day: entry.business_day as FoundItem["day"],
    }),
  ];
}

/** Each communication rule as its sentence. */
async function listAlerts({ rules }: SearchDeps, ctx: ReadContext, language: Language): Promise<FoundItem[]> {
  const alerts = await rules.listCommunicationRules(ctx, language);
  return alerts.map(({ id, sentence }) => toItem({ id, title: stripIsolates(sentence) }));
}

/** The person's newest notifications, the newest first. */
async function listNotifications(
  { notifications }: SearchDeps,
  ctx: ReadContext,
  { person, language }: { person: Person; language: Language },
): Promise<FoundItem[]> {
  const newest = await notifications.listWorded(ctx, person, { language, size: notificationsSearched });
  return newest.map(({ id, heading, meaning, path, day }) =>
    toItem({ id, title: stripIsolates(heading), detail: stripIsolates(meaning), path, day }),
  );
}

const isFoundBy =
  (q: string, matches: (q: string, text: string) => boolean) =>
  ({ title, detail }: FoundItem): boolean =>
    matches(q, fold(`${title} ${detail}`));

/** Pages of the help centre: a word of one does not hide what is spelt nearly so among the merchant's own. */
const findHelp = (
  { help }: SearchDeps,
  { q, size, language }: { q: string; size: number; language: Language },
): FoundItem[] =>
  help
    .searchHelp(q, language)
    .map(({ slug, title, summary }) => toItem({ id: slug, title, detail: summary }))
    .slice(0, size + 1);
