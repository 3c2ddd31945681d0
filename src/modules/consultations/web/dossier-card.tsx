import { Button, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Dossier } from "../contract/dossier.calls.ts";
import classes from "./consultations.module.css";
import { call, dossierQuery } from "./consultations.queries.ts";
import { DossierFigures } from "./dossier-figures.tsx";

type Props = { id: string; mayConsent: boolean; canManage: boolean };

/** Lets the consultant read the last 30 days, shows exactly what they read, and takes it back. */
export function DossierCard({ id, mayConsent, canManage }: Props) {
  const { t } = useTranslation("consultations");
  const query = useQuery(dossierQuery(id));
  return (
    <Card title={t("dossier.title")}>
      <QueryBoundary query={query} fallback={<SkeletonLine />}>
        {({ dossier }) => (
          <div className={classes.stack}>
            <p className={classes.quiet}>{t("dossier.words")}</p>
            {canManage && (mayConsent || dossier) ? (
              <Consent id={id} isOn={dossier !== null} isDisabled={!mayConsent && dossier === null} />
            ) : null}
            {dossier ? <Shown dossier={dossier} /> : null}
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Consent({ id, isOn, isDisabled }: { id: string; isOn: boolean; isDisabled: boolean }) {
  const { t } = useTranslation("consultations");
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (consents: boolean) =>
      call("PUT Clients/ConsultationOrders/{id}/dossier", { params: { id }, body: { consents } }),
    onSuccess: (state, consents) => {
      client.setQueryData(dossierQuery(id).queryKey, state);
      notify(t(consents ? "dossier.given" : "dossier.withdrawn"), "success");
    },
  });
  return (
    <Switch
      label={t("dossier.consent")}
      checked={isOn}
      disabled={isDisabled || decide.isPending}
      onChange={(event) => decide.mutate(event.currentTarget.checked)}
    />
  );
}

function Shown({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation("consultations");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "dossier.hide" : "dossier.show")}
        </Button>
      </div>
      {isOpen ? <DossierFigures dossier={dossier} /> : null}
    </>
  );
}
