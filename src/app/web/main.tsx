import "#base/web/fonts/fonts.css";
import "#base/web/styles/mantine.css";
import "#base/web/styles/tokens.css";
import "#base/web/styles/global.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#base/web/i18n.ts";
import { logProblem } from "#base/web/problems.ts";
import { onSessionChange } from "#base/web/session.ts";
import { WebRoot } from "#base/web/web-root.tsx";
import { TopUpPart } from "#modules/campaigns/web/top-up.tsx";
import { loadMessages } from "./messages.ts";
import { router } from "./router.tsx";
import { TopUpByAmount } from "./top-up-part.tsx";

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
          <TopUpPart value={TopUpByAmount}>
            <RouterProvider router={router} />
          </TopUpPart>
        </WebRoot>
      </StrictMode>,
    ),
  );
}

start().catch((cause: unknown) => logProblem("the app did not start", cause));
