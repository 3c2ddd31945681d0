import "#base/web/fonts/fonts.css";
import "#base/web/styles/mantine.css";
import "#base/web/styles/tokens.css";
import "#base/web/styles/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#base/web/runtime/i18n.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import { WebRoot } from "#base/web/runtime/web-root.tsx";
import { loadStaffMessages } from "./messages.ts";
import { StaffApp } from "./staff-app.tsx";

async function start(): Promise<void> {
  await startI18n(loadStaffMessages, ["base", "app", "staff"]);
  const place = document.getElementById("root");
  if (!place) return;
  createRoot(place).render(
    <StrictMode>
      <WebRoot>
        <StaffApp />
      </WebRoot>
    </StrictMode>,
  );
}

start().catch((cause: unknown) => logProblem("the staff's pages did not start", cause));
