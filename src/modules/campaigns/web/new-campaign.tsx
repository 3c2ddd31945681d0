import { ActionIcon, Menu } from "@mantine/core";
import { IconChevronDown, IconPlaylistAdd, IconPlus, IconSparkles } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import classes from "./campaigns.module.css";

/** The form of a new campaign by one press, and the other ways to begin in a menu beside it. */
export function NewCampaign() {
  const { t } = useTranslation("campaigns");
  if (!isAllowed("campaign", "manage")) return null;
  return (
    <div className={classes.newCampaign}>
      <LinkButton to="/campaigns/add" color="clay" h={44} leftSection={<IconPlus size={18} aria-hidden />}>
        {t("new_campaign")}
      </LinkButton>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon color="clay" variant="filled" size={44} aria-label={t("other_ways")}>
            <IconChevronDown size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to="/create-ad-flow"
            leftSection={<IconPlaylistAdd size={18} aria-hidden />}
          >
            {t("ad_in_campaign")}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/campaigns/AddAi"
            leftSection={<IconSparkles size={18} aria-hidden />}
          >
            {t("campaign_with_ai")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
