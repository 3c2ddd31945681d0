import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import classes from "./campaigns.module.css";
import type { useErrors } from "./form/problems.ts";
import { KeptNote } from "./kept-note.tsx";
import type { KeptFields } from "./use-kept-fields.ts";

type Props = {
  title: string;
  campaign: CampaignRow;
  /** The main button's verb; "save" by default. */
  action?: string;
  isSaving: boolean;
  errors: Pick<ReturnType<typeof useErrors>, "hasErrors" | "showAll">;
  /** The typed values as this browser keeps them. */
  kept: KeptFields;
  /** Saves the form; only called while it has no errors, and would replace no newer value unasked. */
  onSave: () => void;
  children: ReactNode;
};

/** A page that edits one part of a campaign: its fields, the save button, and the link back to the campaign. */
export function FormPage({ title, campaign, action, isSaving, errors, kept, onSave, children }: Props) {
  const { t } = useTranslation(["campaigns", "base"]);
  const back = useBackToCampaign(campaign);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (errors.hasErrors) errors.showAll();
        else if (kept.conflicts.length > 0) notify(t("kept.decide"), "error");
        else onSave();
      }}
    >
      <PageHeader title={title} lead={campaign.name} />
      {/* What is being saved is about to be the server's: nothing to say of it. */}
      {isSaving ? null : <KeptNote kept={kept} />}
      {children}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving}>
          {action ?? t("actions.save")}
        </Button>
        <Button variant="default" onClick={back}>
          {t("base:cancel")}
        </Button>
      </div>
    </form>
  );
}

/** After saving: a snackbar, then the campaign's page or the page of `next`. */
export function useAfterSaving(campaign: CampaignRow) {
  const { t } = useTranslation("campaigns");
  const back = useBackToCampaign(campaign);
  return (next: () => void = back) => {
    notify(t("done.saved"), "success");
    next();
  };
}

function useBackToCampaign({ id }: CampaignRow) {
  const navigate = useNavigate();
  return () => void navigate({ to: "/campaigns/$id", params: { id } });
}
