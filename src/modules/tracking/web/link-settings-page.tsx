import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { UploadBox } from "#base/web/forms/upload-box.tsx";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { DomainRow } from "../contract/domains.calls.ts";
import classes from "./links/links.module.css";
import { trackingKeys, useDomains, useLinkOptions } from "./tracking.queries.ts";
import { call } from "./tracking-calls.ts";

/** The merchant's own hosts for links, and the logo in their QR codes. */
export function LinkSettingsPage() {
  const { t } = useTranslation("tracking_links");
  const domains = useDomains();
  return (
    <div className={classes.stack}>
      <PageHeader title={t("settings.title")} lead={t("settings.lead")} />
      <Card title={t("settings.domains")}>
        <p className={classes.quiet}>{t("settings.domains_words")}</p>
        <QueryBoundary query={domains} fallback={<SkeletonRows count={2} />}>
          {({ items }) => items.map((domain) => <Domain key={domain.id} domain={domain} />)}
        </QueryBoundary>
        <AddDomain />
      </Card>
      <Logo />
    </div>
  );
}

const tones: Record<DomainRow["status"], Tone> = { pending: "waiting", verified: "good", lost: "bad" };

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: trackingKeys.all });
}

function Domain({ domain: { id, host, status, cname_target } }: { domain: DomainRow }) {
  const { t } = useTranslation("tracking_links");
  const refresh = useRefresh();
  const params = { id };
  const verify = useMutation({
    mutationFn: () => call("POST Clients/Tracking/domains/{id}/verify", { params }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => call("DELETE Clients/Tracking/domains/{id}", { params }),
    onSettled: refresh,
  });
  return (
    <div className={classes.form}>
      <div className={classes.row}>
        <strong>
          <Ltr>{host}</Ltr>
        </strong>
        <StatusBadge tone={tones[status]}>{t(`settings.${status}`)}</StatusBadge>
      </div>
      {status === "verified" ? null : <CopyField label={t("settings.cname")} value={cname_target} />}
      <div className={classes.row}>
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          {t("settings.verify")}
        </Button>
        <ConfirmButton
          label={t("settings.remove")}
          ariaLabel={t("settings.remove_one", { host })}
          title={t("settings.remove_title")}
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        >
          {t("settings.remove_words")}
        </ConfirmButton>
      </div>
    </div>
  );
}

function AddDomain() {
  const { t } = useTranslation("tracking_links");
  const refresh = useRefresh();
  const form = useServerForm({
    initialValues: { host: "" },
    send: async (body) => {
      await call("POST Clients/Tracking/domains", { body, quiet: true });
      form.setFieldValue("host", "");
      await refresh();
    },
  });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <LtrField label={t("settings.host")} placeholder="go.your-store.com" {...form.getInputProps("host")} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {t("settings.add")}
      </Button>
    </form>
  );
}

function Logo() {
  const { t } = useTranslation("tracking_links");
  const refresh = useRefresh();
  const hasLogo = useLinkOptions().data?.has_logo ?? false;
  const remove = useMutation({
    mutationFn: () => call("DELETE Clients/Tracking/logo", {}),
    onSettled: refresh,
  });
  return (
    <Card title={t("settings.logo")}>
      <UploadBox
        label={t(hasLogo ? "settings.logo_replace" : "settings.logo_choose")}
        hint={t("settings.logo_hint")}
        accept="image/png,image/jpeg,image/webp"
        maxBytes={2_000_000}
        onUpload={(file, onProgress, signal) =>
          call("POST Clients/Tracking/logo", { body: toFormData({ file }), onProgress, signal, quiet: true })
        }
        onDone={() => {
          notify(t("settings.logo_set"), "success");
          void refresh();
        }}
      />
      {hasLogo ? (
        <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t("settings.logo_remove")}
        </Button>
      ) : null}
    </Card>
  );
}
