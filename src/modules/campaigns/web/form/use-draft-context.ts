import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#base/web/runtime/now.ts";
import { useImported } from "#base/web/runtime/use-imported.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";
import type { AdLicence } from "../../contract/ad-licences.calls.ts";
import type { MediaFacts } from "../../contract/check-ad.ts";
import type { DraftContext } from "../../domain/check-draft.ts";
import { listPlatforms, type PlanDraft } from "../../domain/plan-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import { useLicences } from "../law/licences.queries.ts";
import { useAdAccountChoices, useDestinations } from "../use-choices.ts";

/** The ad law's table is not needed for the first step. */
const importLaw = () => import("../../domain/ad-licences.ts");

/**
 * What the checks know besides the draft, and whether some of it is still being loaded: until then they would find problems
 * that are none. The context stays the same object while nothing of it changes.
 */
export function useDraftContext(draft: PlanDraft): { context: DraftContext; isLoading: boolean } {
  const { t, i18n } = useTranslation("campaigns");
  const now = useNow(15);
  const { destinations, isLoading: areStoresLoading } = useDestinations(draft.campaign.store_id);
  const { data: accounts, isLoading: areAccountsLoading } = useAdAccountChoices();
  const { media, isLoading: areMediaLoading } = useDraftMedia(draft);
  const { data: licences } = useLicences();
  const law = useImported(importLaw, false);
  const chosen = listPlatforms(draft)
    .map((platform) => `${platform}=${getPart(draft, platform).own.ad_account_id}`)
    .join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: t changes with the language
  const context = useMemo((): DraftContext => {
    const linked = chosen.split(" ").flatMap((one) => {
      const [platform = "", id] = one.split("=");
      const account = accounts?.find((row) => row.id === id);
      return account ? [[platform as Platform, account] as const] : [];
    });
    return {
      now,
      places: destinations,
      nameOn: (name, platform) => `${name} · ${t(`platform_names.${platform}`)}`,
      currencies: Object.fromEntries(linked.map(([platform, { currency }]) => [platform, currency])),
      hasPixel: Object.fromEntries(linked.map(([platform, { has_pixel }]) => [platform, has_pixel])),
      profiles: Object.fromEntries(
        linked.map(([platform, { profiles }]) => [platform, profiles.map(({ id }) => id)]),
      ),
      media,
      ...(licences && law ? { checkLaw: toLawCheck(law, licences) } : {}),
    };
  }, [now, destinations, accounts, media, licences, law, chosen, i18n.language]);
  return { context, isLoading: areStoresLoading || areAccountsLoading || areMediaLoading };
}

type Law = Awaited<ReturnType<typeof importLaw>>;

function toLawCheck(law: Law, licences: readonly AdLicence[]): DraftContext["checkLaw"] {
  const valid = new Set(licences.filter(({ state }) => state === "valid").map(({ kind }) => kind));
  return (ad, limits) => law.checkLicences(law.findLicenceNeeds(ad, limits), valid);
}

/** The files of all ads of the draft, those that differ on a platform too, as far as they are loaded. */
function useDraftMedia(draft: PlanDraft): LoadedMedia {
  const shared = draft.ad_groups.flatMap(({ ads }) => ads.map(({ media_id }) => media_id));
  const differing = listPlatforms(draft).flatMap((platform) =>
    Object.values(getPart(draft, platform).differs.ads).map(({ media_id }) => media_id),
  );
  const ids = [...new Set([...shared, ...differing])].filter((id) => typeof id === "string");
  return useQueries({ queries: ids.map((id) => mediaQuery(id)), combine: toLoadedMedia });
}

type LoadedMedia = { media: ReadonlyMap<string, MediaFacts>; isLoading: boolean };
type MediaResult = { data?: ({ id: string } & MediaFacts) | undefined; isLoading: boolean };

const toLoadedMedia = (results: readonly MediaResult[]): LoadedMedia => ({
  media: new Map(results.flatMap(({ data }): [string, MediaFacts][] => (data ? [[data.id, data]] : []))),
  isLoading: results.some(({ isLoading }) => isLoading),
});
