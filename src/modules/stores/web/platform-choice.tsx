import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import type { ReturnPath, StorePlatformName } from "../contract/enums.ts";
import { isOAuthPlatform, type OAuthPlatform, storePlatformTable } from "../contract/platform-table.ts";
import { AddressForm } from "./address-form.tsx";
import { OwnSites, useUnverifiedSites } from "./own-sites.tsx";
import { StorePlatformIcon } from "./store-platform-icon.tsx";
import classes from "./stores.module.css";
import { useStorePlatforms } from "./stores.queries.ts";
import { useConnectStore } from "./use-store-actions.ts";

/**
 * Where a store may be. Platforms that cannot be connected yet say so and have no button. With a store connected they
 * are left out, and the list is closed until the merchant wants another store. A site that waits for verification
 * keeps it open.
 */
export function PlatformChoice({ returnTo, isFirst }: { returnTo: ReturnPath; isFirst: boolean }) {
  const { t } = useTranslation("stores");
  const hasUnverified = useUnverifiedSites().length > 0;
  if (isFirst) {
    return (
      <section className={classes.stack} aria-labelledby="choose-platform">
        <h2 id="choose-platform" className={classes.heading}>
          {t("choose_platform")}
        </h2>
        <PlatformList returnTo={returnTo} showsUpcoming />
      </section>
    );
  }
  return (
    <details className={classes.another} open={hasUnverified}>
      <summary className={classes.heading}>{t("connect_another")}</summary>
      <PlatformList returnTo={returnTo} showsUpcoming={false} />
    </details>
  );
}

type Choices = { returnTo: ReturnPath; showsUpcoming: boolean };

function PlatformList({ returnTo, showsUpcoming }: Choices) {
  const { t } = useTranslation("stores");
  const platforms = useStorePlatforms().data ?? [];
  const selectPlatforms = (isAvailable: boolean) =>
    platforms.filter((one) => one.is_available === isAvailable).map(({ platform }) => platform);
  const upcoming = showsUpcoming ? selectPlatforms(false) : [];
  return (
    <ul className={classes.platforms}>
      {selectPlatforms(true).map((platform) => (
        <li key={platform}>
          {connectsByTap(platform) ? (
            <Card title={<PlatformTitle platform={platform} />}>
              <div className={classes.connect}>
                <p className={classes.soft}>{t(`platform_words.${platform}`)}</p>
                <OAuthConnect platform={platform} returnTo={returnTo} />
              </div>
            </Card>
          ) : (
            <AddressChoice platform={platform} returnTo={returnTo} />
          )}
        </li>
      ))}
      {upcoming.map((platform) => (
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

const connectsByTap = (platform: StorePlatformName): platform is OAuthPlatform =>
  isOAuthPlatform(platform) && storePlatformTable[platform].addressKind === "nothing";

/** A platform whose form opens by a tap: most merchants are on a platform without one. A site to verify is open. */
function AddressChoice({ platform, returnTo }: { platform: StorePlatformName; returnTo: ReturnPath }) {
  const { t } = useTranslation("stores");
  const isWaiting = useUnverifiedSites().length > 0 && !isOAuthPlatform(platform);
  return (
    <Card>
      <details className={classes.choice} open={isWaiting}>
        <summary>
          <h2>
            <PlatformTitle platform={platform} />
          </h2>
          <IconChevronDown size={18} aria-hidden />
        </summary>
        <div className={classes.connect}>
          <p className={classes.soft}>{t(`platform_words.${platform}`)}</p>
          {isOAuthPlatform(platform) ? (
            <OAuthConnect platform={platform} returnTo={returnTo} />
          ) : (
            <OwnSites />
          )}
        </div>
      </details>
    </Card>
  );
}

/**
 * A button to the platform's consent page; with an address field before it, where the platform needs the store's
 * address.
 */
function OAuthConnect({ platform, returnTo }: { platform: OAuthPlatform; returnTo: ReturnPath }) {
  const { t } = useTranslation("stores");
  const connect = useConnectStore();
  const label = t("connect", { platform: t(`platforms.${platform}`) });
  const { addressKind } = storePlatformTable[platform];
  if (addressKind !== "nothing") {
    return (
      <AddressForm
        addressKind={addressKind}
        action={label}
        isLeaving={connect.isSuccess}
        send={(address) => connect.mutateAsync({ platform, returnTo, address })}
      />
    );
  }
  return (
    <Button
      variant="default"
      loading={connect.isPending || connect.isSuccess}
      onClick={() => connect.mutate({ platform, returnTo })}
    >
      {label}
    </Button>
  );
}

export function PlatformTitle({ platform }: { platform: StorePlatformName }) {
  const { t } = useTranslation("stores");
  return (
    <span className={classes.name}>
      <StorePlatformIcon platform={platform} />
      {t(`platforms.${platform}`)}
    </span>
  );
}
