import "#base/web/fonts/fonts.css";
import "#base/web/styles/mantine.css";
import "#base/web/styles/tokens.css";
import "#base/web/styles/global.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#base/web/runtime/i18n.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import { onSessionChange } from "#base/web/runtime/session.ts";
import { WebRoot } from "#base/web/runtime/web-root.tsx";
import { loadMessages } from "./messages.ts";
import { router } from "./router.tsx";

// When a session begins or ends (here, in another tab, by a 401) the guards run again.
onSessionChange(() => void router.invalidate());

async function start(): Promise<void> {
  // The texts and the first page's code load at the same time.
  await Promise.all([startI18n(loadMessages, ["base", "app"]), router.load()]);
  const place = document.getElementById("root");
  if (!place) return;
  const root = createRoot(place);
  // Rendered in slices: a slow phone can handle a touch in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <WebRoot>
          <RouterProvider router={router} />
        </WebRoot>
      </StrictMode>,
    ),
  );
}

start().catch((cause: unknown) => logProblem("the app did not start", cause));
