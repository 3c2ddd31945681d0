import { sealedColumns } from "#base/server/sealed/sealed-columns.ts";
import { toSealContext } from "./refresh-list.ts";

export const conversionsSealed = [
  sealedColumns("conversions.list_members", {
    key: ["ad_account_id", "person_key"],
    columns: ["sealed"],
    toContext: toSealContext,
  }),
];
