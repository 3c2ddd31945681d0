import type { World } from "../../base/world.ts";
import { type DemoStore, trades } from "./demo-stores.ts";
import type { OrderRecord, ShopRecord } from "./model.ts";
import { toStoreOrigin } from "./shop-backend.ts";
import type { ShopTables } from "./shop-tables.ts";

interface Shops<Store extends ShopRecord, Order extends OrderRecord> {
  world: World;
  records: ShopTables<Store, Order>;
  storefrontName: string;
  demos: readonly DemoStore[];
}

/** The choices of a consent page: every existing shop, and a new one of each trade. */
export function shopChoices<Store extends ShopRecord, Order extends OrderRecord>({
  world,
  records,
  storefrontName,
  demos,
}: Shops<Store, Order>) {
  const existing = records.allStores().map((store) => ({
    value: store.id,
    label: store.name,
    detail: `${toStoreOrigin({ world, storefrontName }, store)}${store.installed ? " · مربوط من قبل" : ""}`,
  }));
  const fresh = demos.map(({ kind }) => ({
    value: `new:${kind}`,
    label: `متجر تجريبي جديد: ${trades[kind]?.title ?? kind}`,
    detail: "يُنشأ الآن بمنتجاته · created now with its products",
  }));
  return [...existing, ...fresh];
}

/** The chosen shop; a new one is created now. */
export function resolveShopChoice<Store extends ShopRecord, Order extends OrderRecord>(
  records: ShopTables<Store, Order>,
  choice = "",
): Store | undefined {
  return choice.startsWith("new:") ? records.newStore(choice.slice(4)) : records.stores.get(choice);
}

/** Whether a browser may be redirected there: https, or http on loopback. */
export function isAllowedRedirect(redirectUri = ""): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const uri = new URL(redirectUri);
  const isLocal = uri.protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(uri.hostname);
  return !uri.hash && (uri.protocol === "https:" || isLocal);
}
