import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReturnPath } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import classes from "./ad-accounts.module.css";
import { PlatformIcon } from "./ad-accounts.parts.tsx";
import { useStartAuthorization } from "./use-ad-account-actions.ts";

/** A platform among those to begin with: a whole row to tap, and nothing else. */
export function PlatformButton({ platform, returnTo }: { platform: Platform; returnTo: ReturnPath }) {
  const { t } = useTranslation("ad_accounts");
  const authorize = useStartAuthorization();
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      justify="flex-start"
      classNames={{ root: classes.link, label: classes.linkWords }}
      leftSection={<PlatformIcon platform={platform} />}
      loading={authorize.isPending || authorize.isSuccess}
      onClick={() => authorize.mutate({ platform, returnTo })}
    >
      {t("connect", { platform: t(`platforms.${platform}`) })}
    </Button>
  );
}
