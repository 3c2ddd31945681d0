import type { Db } from "#base/server/db/db.ts";
import { type Document, documents } from "../contract/company.calls.ts";
import { type SellerDetails, toSellerDetails } from "../domain/seller-details.ts";
import { findDetails, listTexts } from "./company.store.ts";

export interface CompanyFacade {
  /** Who sells on our invoices; null until staff have filled every field of a seller. */
  findSeller(db: Db): Promise<SellerDetails | null>;
  /** The documents that have a text. */
  listPublished(db: Db): Promise<Document[]>;
  /** The versions that a sign-up agrees to, "terms 3 · privacy 2"; null while staff have published neither. */
  findAgreedVersions(db: Db): Promise<string | null>;
}

export const makeCompanyFacade = (): CompanyFacade => ({
  async findSeller(db) {
    const details = await findDetails(db);
    return details ? toSellerDetails(details) : null;
  },
  async findAgreedVersions(db) {
    const saved = await listTexts(db);
    const agreed = (["terms", "privacy"] as const).flatMap((document) => {
      const text = saved.find((one) => one.document === document);
      return text && text.text_ar + text.text_en !== "" ? [`${document} ${text.version}`] : [];
    });
    return agreed.length > 0 ? agreed.join(" · ") : null;
  },
  async listPublished(db) {
    const saved = await listTexts(db);
    return documents.filter((document) =>
      saved.some((one) => one.document === document && one.text_ar + one.text_en !== ""),
    );
  },
});
