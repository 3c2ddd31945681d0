import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

export function ExamplePage() {
  const { t } = useTranslation("example");
  return (
    <>
      <h1>{t("title")}</h1>
      <Outlet />
    </>
  );
}
