import { useLocation, useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    isMenuOpen?: boolean;
  }
}

/**
 * Opens and closes the menu of phones and tablets. That it is open is an entry of the browser's history, so the device's
 * Back closes it and leaves the page as it is; a link in the menu takes the entry's place.
 */
export function useMenu() {
  const router = useRouter();
  // No page is left, so nothing that waits for the connection is given up: the blockers are not asked.
  const open = () =>
    void router.navigate({
      to: ".",
      search: true,
      hash: true,
      state: { isMenuOpen: true },
      resetScroll: false,
      ignoreBlocker: true,
    });
  const close = () => {
    if (router.history.location.state.isMenuOpen) router.history.back({ ignoreBlocker: true });
  };
  return { open, close };
}

export const useIsMenuOpen = (): boolean => useLocation({ select: ({ state }) => state.isMenuOpen === true });
