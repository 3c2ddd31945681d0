import type { Language } from "#base/shared/language.ts";
import { setLanguage } from "#base/web/runtime/preferences.ts";
import { isDemo } from "#base/web/runtime/storage.ts";
import { useUpdateProfile } from "./use-update-profile.ts";

/**
 * Changes the product's language and saves it for the merchant, whose messages are sent in it. Errors are not shown:
 * the screen has changed even when saving failed, and the settings page shows more. In the demo store
 * nothing is saved.
 */
export function useChooseLanguage(): (language: Language) => void {
  const update = useUpdateProfile();
  return (language) => {
    setLanguage(language);
    if (!isDemo) update.mutate({ language });
  };
}
