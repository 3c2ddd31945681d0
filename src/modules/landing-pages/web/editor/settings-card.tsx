import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import { call, landingPagesKeys, useDeletePage, useDuplicatePage } from "../landing-pages.queries.ts";
import { LeadingCampaigns } from "../leading-campaigns.tsx";
import classes from "./page-editor.module.css";

type Props = { page: PageDetails; canManage: boolean };

/** Where the page is read; its copy, and its end. */
export function SettingsCard({ page, canManage }: Props) {
  const { t } = useTranslation("landing_pages");
  return (
    <div className={classes.field}>
      <Card title={t("settings.title")}>
        <div className={classes.field}>
          <CopyField label={t("address")} value={page.url} />
          {canManage ? <SlugForm key={page.slug} page={page} /> : null}
        </div>
      </Card>
      {canManage ? <PageActs page={page} /> : null}
    </div>
  );
}

function SlugForm({ page: { id, slug } }: { page: PageDetails }) {
  const { t } = useTranslation("landing_pages");
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { slug },
    send: async (body) => {
      await call("PUT Clients/LandingPages/pages/{id}/slug", { params: { id }, body, quiet: true });
      notify(t("settings.saved"), "success");
      await client.invalidateQueries({ queryKey: landingPagesKeys.all });
    },
  });
  const typed = form.getInputProps("slug");
  return (
    <form className={classes.field} onSubmit={form.submit} noValidate>
      <LtrField
        label={t("settings.slug")}
        description={t("settings.slug_help")}
        maxLength={60}
        autoCapitalize="none"
        {...typed}
        onChange={(text) => typed.onChange(text.trim().toLowerCase())}
      />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!form.isDirty()}>
        {t("settings.save")}
      </Button>
    </form>
  );
}

function PageActs({ page: { id } }: { page: PageDetails }) {
  const { t } = useTranslation("landing_pages");
  const navigate = useNavigate();
  const duplicate = useDuplicatePage(id);
  const remove = useDeletePage(id);
  return (
    <Card title={t("settings.page")}>
      <div className={classes.toolbar}>
        <Button
          variant="default"
          loading={duplicate.isPending}
          onClick={() =>
            duplicate.mutate(undefined, {
              onSuccess(copy) {
                notify(t("settings.duplicated"), "success");
                void navigate({ to: "/landing-pages/$id", params: { id: copy.id } });
              },
            })
          }
        >
          {t("settings.duplicate")}
        </Button>
        <ConfirmButton
          label={t("settings.delete")}
          title={t("settings.delete_title")}
          busy={remove.isPending}
          onConfirm={(close) =>
            remove.mutate(undefined, {
              onSuccess() {
                close();
                notify(t("settings.deleted"), "success");
                void navigate({ to: "/landing-pages" });
              },
            })
          }
        >
          {t("settings.delete_words")}
          <LeadingCampaigns pageId={id} />
        </ConfirmButton>
      </div>
    </Card>
  );
}
