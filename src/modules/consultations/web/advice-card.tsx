import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import type { Advice } from "../contract/advice.calls.ts";
import { AdviceItem } from "./advice-item.tsx";
import classes from "./consultations.module.css";
import { adviceQuery, call } from "./consultations.queries.ts";

/** What the consultant proposes, accepted or declined with a tap; nothing while they propose nothing. */
export function AdviceCard({ id, canManage }: { id: string; canManage: boolean }) {
  const { t } = useTranslation("consultations");
  const items = useQuery(adviceQuery(id)).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={t("advice.title")}>
      <ul className={classes.answers} aria-label={t("advice.title")}>
        {items.map((advice) => (
          <AdviceItem key={advice.id} advice={advice}>
            {canManage && advice.state === "proposed" ? <Choice id={id} advice={advice} /> : null}
            {advice.made_id === null ? null : <Made kind={advice.kind} id={advice.made_id} />}
          </AdviceItem>
        ))}
      </ul>
    </Card>
  );
}

function Choice({ id, advice }: { id: string; advice: Advice }) {
  const { t } = useTranslation("consultations");
  const client = useQueryClient();
  const params = { id, advice_id: advice.id };
  const decide = useMutation({
    mutationFn: (isAccepted: boolean) =>
      isAccepted
        ? call("POST Clients/ConsultationOrders/{id}/advice/{advice_id}/accept", { params })
        : call("POST Clients/ConsultationOrders/{id}/advice/{advice_id}/decline", { params }),
    onSuccess: (list, isAccepted) => {
      client.setQueryData(adviceQuery(id).queryKey, list);
      notify(t(isAccepted ? `advice.done_accept_${advice.kind}` : "advice.done_decline"), "success");
    },
  });
  return (
    <div className={classes.acts}>
      <Button color="clay" loading={decide.isPending} onClick={() => decide.mutate(true)}>
        {t(`advice.accept_${advice.kind}`)}
      </Button>
      <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate(false)}>
        {t("advice.decline")}
      </Button>
    </div>
  );
}

/** Where the rule or the draft that acceptance made is tried and put to use. */
function Made({ kind, id }: { kind: Advice["kind"]; id: string }) {
  const { t } = useTranslation("consultations");
  const open = useOpenDraft();
  if (kind === "rule")
    return (
      <div>
        <LinkButton to="/rules/campaigns/$ruleId" params={{ ruleId: id }} variant="default">
          {t("advice.open_rule")}
        </LinkButton>
      </div>
    );
  return (
    <div>
      <Button variant="default" loading={open.isPending} onClick={() => open.mutate(id)}>
        {t("advice.open_ad")}
      </Button>
    </div>
  );
}
