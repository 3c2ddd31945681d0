import type { Db } from "#base/server/db/db.ts";
import type { StaffContext, StaffTxContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { catalogueRefusals } from "../../contract/catalogue.refusals.ts";
import type { CataloguePackage, PackageFields } from "../../contract/catalogue-packages.calls.ts";
import { findChanges } from "../../domain/find-changes.ts";
import {
  findPackage,
  insertPackage,
  listPackages,
  type Package,
  savePackage,
  savePackagePositions,
} from "../stock/packages.store.ts";
import type { CatalogueDeps } from "./catalogue.deps.ts";
import { changeCatalogue, requireAllRevisions, requireRevision } from "./save-item.ts";

/** As many as one order of all of them names. */
const maxPackages = 200;

/** All packages in the order in which merchants see them. */
export const showPackages = async ({ db }: { db: Db }): Promise<{ items: CataloguePackage[] }> => ({
  items: (await listPackages(db)).map(presentPackage),
});

/** A new package, as the last. */
export const createPackage =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, fields: PackageFields): Promise<CataloguePackage> =>
    changeCatalogue(ctx, async (ctx) => {
      if ((await listPackages(ctx.tx)).length >= maxPackages)
        catalogueRefusals.refuse("billing.too_many_packages", { max: maxPackages });
      const id = await insertPackage(ctx, fields);
      await staff.recordAct(ctx, { action: "billing.package_created", details: { id, after: fields } });
      return loadPackage(ctx, id);
    });

type PackageChange = PackageFields & { id: string; revision: number };

/** Changes a package; orders and lots keep their own copy of what was sold. Saved as it stands, nothing is written. */
export const changePackage =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, { id, revision, ...fields }: PackageChange): Promise<CataloguePackage> =>
    changeCatalogue(ctx, async (ctx) => {
      const current = await loadPackage(ctx, id);
      requireRevision(current, revision);
      const changes = findChanges<PackageFields>(current, fields);
      if (!changes) return current;
      await savePackage(ctx, { id, fields });
      await staff.recordAct(ctx, { action: "billing.package_changed", details: { id, ...changes } });
      return loadPackage(ctx, id);
    });

/** Orders all packages. Refuses an order made from other packages than stand. */
export const reorderPackages =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, items: readonly { id: string; revision: number }[]) =>
    changeCatalogue(ctx, async (ctx) => {
      const { items: current } = await showPackages({ db: ctx.tx });
      requireAllRevisions(current, items, ({ id }) => id);
      const after = items.map(({ id }) => id);
      const changes = findChanges({ ids: current.map(({ id }) => id) }, { ids: after });
      if (changes) {
        await savePackagePositions(ctx, after);
        await staff.recordAct(ctx, { action: "billing.packages_reordered", details: changes });
      }
      return showPackages({ db: ctx.tx });
    });

async function loadPackage({ tx }: StaffTxContext, id: string): Promise<CataloguePackage> {
  const found = await findPackage(tx, id);
  return found ? presentPackage(found) : baseRefusals.refuse("base.not_found");
}

const presentPackage = ({ position: _, updated_at: __, ...row }: Package): CataloguePackage => row;
