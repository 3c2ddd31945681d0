import type { Language } from "#base/shared/language.ts";
import { setLanguage } from "#base/web/preferences.ts";
import { useUpdateProfile } from "./use-update-profile.ts";

/**
 * Turns the product to a language and keeps it with the merchant, whose messages come in it. Quietly: where it could not
 * be kept the screen has turned all the same, and the settings page tells more.
 */
export function useChooseLanguage(): (language: Language) => void {
  const update = useUpdateProfile();
  return (language) => {
    setLanguage(language);
    update.mutate({ language });
  };
}
