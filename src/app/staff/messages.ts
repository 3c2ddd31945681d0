import type { ResourceKey } from "i18next";
import { toNamespace } from "#base/shared/message-files.ts";
import type { LoadMessages } from "#base/web/runtime/i18n.ts";

const files = import.meta.glob<ResourceKey>(
  [
    "/src/{base,app}/messages/*.json",
    "/src/modules/{staff,company,seasons,finance,tracking,library,campaigns,consultations}/messages/*.json",
    "/src/modules/billing/web/catalogue/messages/*.json",
    "/src/modules/{company,library,consultations}/web/staff/messages/*.json",
  ],
  { import: "default" },
);

/** The texts of the staff's pages. Merchants' pages never load those of `staff`. */
export const loadStaffMessages: LoadMessages = (language, namespace) => {
  const path = Object.keys(files).find(
    (file) => toNamespace(file) === namespace && file.endsWith(`/${language}.json`),
  );
  return (path && files[path]?.()) || Promise.resolve(null);
};
