import { Button } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/badge.tsx";
import { Card } from "#base/web/page.tsx";
import { PlatformIcon } from "#base/web/platform-icon.tsx";
import { type ConsentPlatform, consentPlatforms, laterPlatforms } from "../contract/platform-table.ts";
import type { ReturnPath, StorePlatformName } from "../contract/words.ts";
import classes from "./stores.module.css";
import { useConnectStore } from "./use-stores.ts";

/**
 * Where a store may be. Platforms that are not open yet say so and have no button; whoever has a store connected is not
 * told of them again.
 */
export function PlatformChoice({ returnTo, isFirst }: { returnTo: ReturnPath; isFirst: boolean }) {
  const { t } = useTranslation("stores");
  const later = isFirst ? laterPlatforms : [];
  return (
    <section className={classes.stack} aria-labelledby="choose-platform">
      <h2 id="choose-platform" className={classes.heading}>
        {t(isFirst ? "choose_platform" : "connect_another")}
      </h2>
      {consentPlatforms.map((platform) => (
        <OpenPlatform key={platform} platform={platform} returnTo={returnTo} isFirst={isFirst} />
      ))}
      {later.length > 0 ? <LaterPlatforms platforms={later} /> : null}
    </section>
  );
}

function LaterPlatforms({ platforms }: { platforms: readonly StorePlatformName[] }) {
  const { t } = useTranslation("stores");
  return (
    <ul className={classes.platforms}>
      {platforms.map((platform) => (
        <li key={platform}>
          <Card
            tone="sand"
            title={<PlatformTitle platform={platform} />}
            aside={<StatusBadge tone="neutral">{t("soon")}</StatusBadge>}
          >
            <p className={classes.soft}>{t(`platform_words.${platform}`)}</p>
          </Card>
        </li>
      ))}
    </ul>
  );
}

type Open = { platform: ConsentPlatform; returnTo: ReturnPath; isFirst: boolean };

function OpenPlatform({ platform, returnTo, isFirst }: Open) {
  const { t } = useTranslation("stores");
  const connect = useConnectStore();
  return (
    <Card title={<PlatformTitle platform={platform} />}>
      <div className={classes.connect}>
        <Button
          variant={isFirst ? "filled" : "default"}
          loading={connect.isPending || connect.isSuccess}
          onClick={() => connect.mutate({ platform, returnTo })}
        >
          {t("connect", { platform: t(`platforms.${platform}`) })}
        </Button>
        <p className={classes.soft}>{t(`platform_words.${platform}`)}</p>
      </div>
    </Card>
  );
}

export function PlatformTitle({ platform }: { platform: StorePlatformName }) {
  const { t } = useTranslation("stores");
  return (
    <span className={classes.name}>
      {platform === "other" ? <IconWorld size={28} aria-hidden /> : <PlatformIcon platform={platform} />}
      {t(`platforms.${platform}`)}
    </span>
  );
}
