import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";

/** The dialog and its form are loaded on first use: the button is part of the first screen. */
const TopUpDialog = lazy(async () => {
  const [{ TopUpDialog }] = await Promise.all([import("./top-up-dialog.tsx"), preloadMessages(["payments"])]);
  return { default: TopUpDialog };
});

type Props = {
  label?: ReactNode;
  mustSaveCard?: boolean;
  /** Halalas to propose. */
  suggested?: number;
  variant?: "filled" | "light" | "default" | "white";
  fullWidth?: boolean;
  /** The path where the merchant continues after the bank's page; the present page by default. */
  returnTo?: string;
};

/** Opens the top-up dialog. */
export function TopUpButton({
  label,
  mustSaveCard = false,
  suggested,
  variant = "filled",
  fullWidth = false,
  returnTo,
}: Props) {
  const { t } = useTranslation("wallet");
  const [isOpen, dialog] = useDisclosure(false);
  const [wasOpened, firstTime] = useDisclosure(false);
  if (!isAllowed("wallet", "deposit")) return null;
  const open = () => {
    firstTime.open();
    dialog.open();
  };
  return (
    <>
      <Button
        color={variant === "filled" ? "clay" : "palm"}
        variant={variant}
        fullWidth={fullWidth}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={open}
      >
        {label ?? t("top_up")}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <TopUpDialog
            isOpen={isOpen}
            onClose={dialog.close}
            mustSaveCard={mustSaveCard}
            suggested={suggested}
            returnTo={returnTo}
          />
        </Suspense>
      ) : null}
    </>
  );
}
