import { createContext, type ReactNode, useContext, useState } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";

/** `playVideo`: whether the logo's intro plays; true at first, shared with the top bar. */
type PlayVideo = { playVideo: boolean; stop: () => void };

const Context = createContext<PlayVideo>({ playVideo: false, stop: () => {} });
export const usePlayVideo = (): PlayVideo => useContext(Context);

const playedKey = "rawaj.intro_played";

/** Shares the flag; the intro plays at the first sign-in on a device, and never with reduced motion. */
export function PlayVideoProvider({ children }: { children: ReactNode }) {
  const [playVideo, setPlayVideo] = useState(true);
  const [mayPlay] = useState(
    () => getItem(playedKey) === null && !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
  );
  const stop = () => {
    setItem(playedKey, "yes");
    setPlayVideo(false);
  };
  return <Context value={{ playVideo: playVideo && mayPlay, stop }}>{children}</Context>;
}
