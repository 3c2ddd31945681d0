import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { VerificationMethod } from "../contract/enums.ts";
import type { SiteAnswer, StoreAnswer } from "../contract/stores.calls.ts";
import { AddressForm } from "./address-form.tsx";
import classes from "./stores.module.css";
import { useSites, useStores } from "./stores.queries.ts";
import { useAddSite, useCountUnconfirmed, useVerifySite } from "./use-store-actions.ts";

/** Sites that were added and wait for verification, also again after they were disconnected. */
export function useUnverifiedSites(): SiteAnswer[] {
  const sites = useSites();
  const stores = useStores();
  const connected = new Set(stores.data?.map(({ id }) => id));
  return (sites.data ?? []).filter(({ store_id }) => store_id === null || !connected.has(store_id));
}

/** Sites on no platform: adding one, and verifying those that are not connected. */
export function OwnSites() {
  const { t } = useTranslation("stores");
  const unverified = useUnverifiedSites();
  const name = useAddSite();
  return (
    <>
      {unverified.map((site) => (
        <SiteVerification key={site.id} site={site} />
      ))}
      <AddressForm
        staysHere
        addressKind="site_address"
        action={t("site.name")}
        send={(address) => name.mutateAsync(address)}
      />
    </>
  );
}

/** The two ways to verify a site, each with what is to be copied and a button that checks. */
function SiteVerification({ site }: { site: SiteAnswer }) {
  const { t } = useTranslation("stores");
  return (
    <section className={classes.site} aria-label={site.address}>
      <h3 className={classes.heading}>
        <Ltr>{site.address}</Ltr>
      </h3>
      <p className={classes.soft}>{t("site.prove")}</p>
      <CopyField label={t("site.meta_tag")} value={site.meta_tag} />
      <VerifyButton site={site} by="meta" />
      <details>
        <summary>{t("site.or_record")}</summary>
        <div className={classes.stack}>
          <CopyField label={t("site.dns_name")} value={site.dns_name} />
          <CopyField label={t("site.dns_record")} value={site.dns_record} />
          <VerifyButton site={site} by="dns" />
        </div>
      </details>
    </section>
  );
}

function VerifyButton({ site: { id }, by }: { site: SiteAnswer; by: VerificationMethod }) {
  const { t } = useTranslation("stores");
  const verify = useVerifySite();
  return (
    <div>
      <Button
        size="sm"
        loading={verify.isPending}
        onClick={() =>
          verify.mutate({ id, by }, { onSuccess: () => notify(t("result.connected"), "success") })
        }
      >
        {t(`site.verify_${by}`)}
      </Button>
    </div>
  );
}

/** The merchant's choice to count unconfirmed orders, with its risk. */
function CountUnconfirmed({ store: { id, counts_unconfirmed } }: { store: StoreAnswer }) {
  const { t } = useTranslation("stores");
  const choose = useCountUnconfirmed();
  return (
    <Checkbox
      label={t("site.count_unconfirmed")}
      description={t("site.count_unconfirmed_risk")}
      checked={choose.isPending ? choose.variables.counts : counts_unconfirmed}
      disabled={choose.isPending}
      onChange={(event) => choose.mutate({ id, counts: event.currentTarget.checked })}
    />
  );
}

/** What a verified site still needs so that its orders reach us. */
export function SitePixel({ store }: { store: StoreAnswer }) {
  const { t } = useTranslation("stores");
  const site = useSites().data?.find(({ store_id }) => store_id === store.id);
  if (!site) return null;
  return (
    <details open={site.pixel_seen_at === null}>
      <summary>{t(site.pixel_seen_at === null ? "site.pixel_waiting" : "site.pixel_seen")}</summary>
      <div className={classes.stack}>
        <p className={classes.soft}>{t("site.pixel_words")}</p>
        <CopyField label={t("site.pixel_tag")} value={site.pixel_tag} />
        <CopyField label={t("site.order_tag")} value={site.order_tag} />
        <p className={classes.soft}>{t("site.unconfirmed_words")}</p>
        <p className={classes.soft}>{t("site.signing_words")}</p>
        <CopyField label={t("site.signing_key")} value={site.signing_key} />
        <CountUnconfirmed store={store} />
      </div>
    </details>
  );
}
