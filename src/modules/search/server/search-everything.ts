import type { ReadContext } from "#base/server/context.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { fold } from "#base/shared/fold.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HelpFacade } from "#modules/help/server/help.facade.ts";
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
import { type FoundDocument, findDocuments, findNearDocuments } from "./find-documents.ts";

export type SearchDeps = {
  stores: Pick<StoresFacade, "listOrdersByNumber">;
  wallet: Pick<WalletFacade, "findEntry">;
  help: HelpFacade;
};

type Search = {
  q: string;
  kind?: SearchKind | undefined;
  abilities: readonly HeldAbility[];
  language: Language;
};
type Found = { kind: SearchKind; items: FoundItem[] };

/** How many of each kind are listed: beside other kinds, and of one kind alone. */
const sizes = { each: 5, alone: 30 };

/** What the merchant has under these words, of the kinds that this person may see. */
export const searchEverything =
  (deps: SearchDeps) =>
  async (ctx: ReadContext, { q: typed, kind, abilities, language }: Search) => {
    const q = fold(typed);
    if (q === "") return { groups: [], is_corrected: false };
    const kinds = searchKindNames.filter((one) => (!kind || one === kind) && seesKind(one, abilities));
    const size = kind ? sizes.alone : sizes.each;
    const memberId = ctx.actor.by.kind === "member" ? ctx.actor.by.id : null;
    const query = { q, kinds: kinds.filter(isNamed), size, memberId };
    const [named, orders, transactions] = await Promise.all([
      query.kinds.length > 0 ? findDocuments(ctx, query) : [],
      kinds.includes("order") ? findOrders(deps, ctx, { q, size }) : [],
      kinds.includes("transaction") ? findTransaction(deps, ctx, { q, language }) : [],
    ]);
    const pages = kinds.includes("help") ? findHelp(deps, { q, size, language }) : [];
    const isFound = named.length + orders.length + transactions.length > 0;
    const documents = isFound || query.kinds.length === 0 ? named : await findNearDocuments(ctx, query);
    const found: Found[] = [
      ...groupDocuments(documents),
      { kind: "order", items: orders },
      { kind: "transaction", items: transactions },
      { kind: "help", items: pages },
    ];
    return { groups: toGroups(found, size), is_corrected: !isFound && documents.length > 0 };
  };

const isNamed = (kind: SearchKind): kind is NamedKind =>
  !(answeredKinds as readonly SearchKind[]).includes(kind);

const groupDocuments = (documents: readonly FoundDocument[]): Found[] =>
  searchKindNames.filter(isNamed).map((kind) => ({
    kind,
    items: documents.filter((one) => one.kind === kind).map(presentDocument),
  }));

const presentDocument = ({ id, title, detail, parent_id }: FoundDocument): FoundItem => ({
  id,
  title,
  detail,
  parent_id,
  amount_halalas: null,
  day: null,
});

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
  return orders.map(
    (order): FoundItem => ({
      id: order.id,
      title: order.reference,
      detail: order.store_name,
      parent_id: null,
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
    {
      id: String(entry.line_no),
      title: String(entry.line_no),
      detail: entry.reference_title ?? "",
      parent_id: null,
      amount_halalas: halalas(entry.amount_halalas),
      day: entry.business_day as FoundItem["day"],
    },
  ];
}

/** Pages of the help centre: a word of one does not hide what is spelt nearly so among the merchant's own. */
const findHelp = (
  { help }: SearchDeps,
  { q, size, language }: { q: string; size: number; language: Language },
): FoundItem[] =>
  help
    .searchHelp(q, language)
    .map(
      ({ slug, title, summary }): FoundItem => ({
        id: slug,
        title,
        detail: summary,
        parent_id: null,
        amount_halalas: null,
        day: null,
      }),
    )
    .slice(0, size + 1);
