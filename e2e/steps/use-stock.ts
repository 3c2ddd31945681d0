import { openDatabase } from "#app/server/database.ts";
import type { TestProduct } from "#app/testing/product.ts";
import { systemClock } from "#base/server/clock.ts";
import { systemContext } from "#base/server/context.ts";
import { makeDb } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeStockFacade, type StockFacade } from "#modules/billing/server/stock/stock.facade.ts";

type Use = { merchantId: string; now: Date } & Omit<Parameters<StockFacade["reserve"]>[1], "key">;

/**
 * A work reserves units and settles them, through the facade that assistants will use: no screen uses stock yet. One
 * process owns the database, so the product is stopped meanwhile.
 */
export async function useStock(product: TestProduct, { merchantId, now, ...use }: Use): Promise<void> {
  await product.stop();
  const dataFolder = { DATABASE_URL: undefined, DATABASE_POOL: 1, DATA_DIR: product.settings.DATA_DIR ?? "" };
  const driver = await openDatabase(dataFolder, makeLog("error"));
  try {
    const stock = makeStockFacade({ systemClock });
    const ctx = systemContext(makeDb(driver), merchantId, now);
    const reservation = await stock.reserve(ctx, { ...use, key: `${merchantId}:${now.toISOString()}` });
    await stock.settle(ctx, { reservation, units: use.units });
  } finally {
    await driver.close();
  }
  await product.restart();
}
