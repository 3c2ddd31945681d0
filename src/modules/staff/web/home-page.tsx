import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { type ComponentType, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { allows, type HeldAbility } from "#base/shared/abilities.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { StaffMember } from "../contract/staff.calls.ts";
import classes from "./home-page.module.css";
import { signOut } from "./session-end.ts";
import { useStaffMember } from "./staff.queries.ts";
import { StaffFrame } from "./staff-frame.tsx";

/** A part of the work, for those who have its ability. */
export type StaffPlace = { ability: HeldAbility; Part: ComponentType };

/** The first page of somebody signed in: who they are, and their work; `places` are what other modules bring. */
export function HomePage({ places }: { places: readonly StaffPlace[] }) {
  const member = useStaffMember();
  return (
    <StaffFrame aside={<SignOutButton />}>
      <QueryBoundary query={member} fallback={<SkeletonRows count={4} />}>
        {(data) => <Home member={data} places={places} />}
      </QueryBoundary>
    </StaffFrame>
  );
}

function SignOutButton() {
  const { t } = useTranslation("staff");
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut();
  };
  return (
    <Button
      variant="transparent"
      className={classes.leave}
      loading={isLeaving}
      onClick={leave}
      leftSection={<IconLogout size={18} aria-hidden className="turns" />}
    >
      {t("home.sign_out")}
    </Button>
  );
}

/** Fewer than this, and the person is warned. */
const fewCodes = 4;

function Home({ member, places }: { member: StaffMember; places: readonly StaffPlace[] }) {
  const { t } = useTranslation("staff");
  const own = places.filter(({ ability }) => member.abilities.some((held) => allows(held, ability)));
  return (
    <>
      <PageHeader title={t("home.title", { name: member.name })} />
      <div className={classes.parts}>
        {member.recovery_codes_left < fewCodes ? (
          <Banner tone="waiting" title={t("home.codes_few")}>
            {t("home.codes_few_words")}
          </Banner>
        ) : null}
        <Card title={t("home.you")}>
          <Facts member={member} />
        </Card>
        {own.map(({ ability, Part }) => (
          <Suspense key={ability.subject} fallback={<SkeletonRows count={4} />}>
            <Part />
          </Suspense>
        ))}
        {own.length === 0 ? (
          <Card>
            <EmptyState title={t("home.nothing")}>{t("home.lead")}</EmptyState>
          </Card>
        ) : null}
      </div>
    </>
  );
}

function Facts({ member }: { member: StaffMember }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const { started_at: at } = member.session;
  const since = t("home.since_value", { date: format.date(at, "full"), time: format.time(at) });
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("home.role")}</dt>
        <dd>{t(`roles.${member.role}`)}</dd>
      </div>
      <div>
        <dt>{t("home.email")}</dt>
        <dd>
          <UserText>{member.email}</UserText>
        </dd>
      </div>
      <div>
        <dt>{t("home.since")}</dt>
        <dd>
          <time dateTime={at}>{since}</time>
        </dd>
      </div>
      <div>
        <dt>{t("home.codes_left")}</dt>
        <dd>
          <Ltr>{format.number(member.recovery_codes_left)}</Ltr>
        </dd>
      </div>
    </dl>
  );
}
