import { DirectionProvider, type MantineColorScheme, MantineProvider, useDirection } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Snackbar } from "../kit/snackbar.tsx";
import { getDirection, type Theme, useLanguage, useTheme } from "./preferences.ts";
import { cssVariables, theme } from "./theme.ts";

/** The providers of every page: the UI library with our theme, its direction and colour scheme, and the snackbar. */
export function WebRoot({ children }: { children: ReactNode }) {
  const chosen = useTheme();
  return (
    <DirectionProvider initialDirection={getDirection(useLanguage())} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        getStyleNonce={styleNonce}
        deduplicateInlineStyles
        {...(chosen === "auto"
          ? { defaultColorScheme: "auto", colorSchemeManager: systemTheme }
          : { forceColorScheme: chosen })}
      >
        <FollowDirection />
        {children}
        <Snackbar />
      </MantineProvider>
    </DirectionProvider>
  );
}

/** The nonce the server put on this page; without one (development) styles need none. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

// The library's dialogs lock the page behind them with a style of their own and look for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() || undefined });

function FollowDirection() {
  const direction = getDirection(useLanguage());
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}

/** Our own storage holds the choice; Mantine only follows the system's while "auto" is chosen. */
const systemTheme = {
  get: (): MantineColorScheme => "auto",
  set: (_theme: Theme) => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};
