import type { Db } from "#base/server/db/db.ts";
import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { type CompanyTexts, type Document, documents, type ShownTexts } from "../contract/company.calls.ts";
import { companyRefusals } from "../contract/company.refusals.ts";
import { findText, insertText, listTexts, lockCompany, type TextRecord } from "./company.store.ts";
import type { EditDeps } from "./edit-details.ts";

export async function showTexts({ db }: { db: Db }): Promise<{ items: ShownTexts[] }> {
  const saved = await listTexts(db);
  return {
    items: documents.map((document) =>
      present(
        document,
        saved.find((one) => one.document === document),
      ),
    ),
  };
}

/** Publishes a further version. Over a newer one nothing is saved; as it stands, nothing is written. */
export const saveTexts =
  ({ staff }: EditDeps) =>
  (
    ctx: StaffContext,
    { document, version, ...texts }: CompanyTexts & { document: Document; version: number },
  ): Promise<ShownTexts> =>
    transactAsStaff(ctx, async (ctx) => {
      await lockCompany(ctx);
      const before = present(document, await findText(ctx.tx, { document, version: null }));
      if (before.version !== version) return companyRefusals.refuseWith("company.edited_meanwhile", before);
      if (before.text_ar === texts.text_ar && before.text_en === texts.text_en) return before;
      const after = await insertText(ctx, { document, version: version + 1, ...texts });
      // Every version keeps its text: the log names it.
      await staff.recordAct(ctx, {
        action: "company.text_published",
        details: { document, version: after.version },
      });
      return present(document, after);
    });

const present = (document: Document, record: TextRecord | undefined): ShownTexts => ({
  document,
  version: record?.version ?? 0,
  text_ar: record?.text_ar ?? "",
  text_en: record?.text_en ?? "",
  edited_at: record?.edited_at.toISOString() ?? null,
});
