import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import type { CurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { useAnswerInvitation } from "#modules/merchants/web/use-work-places.ts";
import classes from "./shell.module.css";

/** Invitations that wait for the user's answer, on top of every page. */
export function Invitations({ user }: { user: CurrentUser }) {
  const { t } = useTranslation("app");
  const answer = useAnswerInvitation();
  const isAnswering = (id: string, accepts: boolean) =>
    answer.isPending && answer.variables.id === id && answer.variables.accepts === accepts;
  return user.invitations.map(({ id, merchant_name, role }) => (
    <div key={id} className={classes.alert}>
      <Banner
        tone="info"
        title={t("invitation.title")}
        action={
          <Group gap="xs">
            <Button
              size="sm"
              loading={isAnswering(id, true)}
              disabled={answer.isPending}
              onClick={() => answer.mutate({ id, accepts: true })}
            >
              {t("invitation.accept")}
            </Button>
            <Button
              size="sm"
              variant="default"
              loading={isAnswering(id, false)}
              disabled={answer.isPending}
              onClick={() => answer.mutate({ id, accepts: false })}
            >
              {t("invitation.decline")}
            </Button>
          </Group>
        }
      >
        {t("invitation.words", { name: merchant_name, role: t(`merchants.roles.${role}`) })}
      </Banner>
    </div>
  ));
}
