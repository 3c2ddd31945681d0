import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedDriver } from "../src/base/server/db/embedded-driver.ts";
import { migrate } from "../src/base/server/db/migrate.ts";
import { renderRows } from "../src/base/testing/row-types.ts";

/** `npm run generate:rows`: writes `db/generated/rows.ts` from the migrations. `npm test` fails when it is out of date. */

const root = join(import.meta.dirname, "..");
const driver = await embeddedDriver({});
await migrate(driver, join(root, "db/migrations"));
writeFileSync(join(root, "db/generated/rows.ts"), await renderRows(driver));
await driver.close();
