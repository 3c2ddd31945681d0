import { type SyntheticEvent, useRef, useState } from "react";
import classes from "./page-editor.module.css";

type Props = {
  url: string;
  title: string;
  width: number;
  height: number;
  /** The frame is drawn smaller by this. */
  scale: number;
  onPick: (key: string) => void;
};

/**
 * The page in a frame; its own policy allows no script. The next state loads behind the one that is shown and takes its place at the same
 * scroll position, so that nothing flashes while somebody types.
 */
export function PreviewFrame({ url, title, width, height, scale, onPick }: Props) {
  const [shown, setShown] = useState(url);
  const front = useRef<HTMLIFrameElement>(null);
  const load = (loaded: string) => (event: SyntheticEvent<HTMLIFrameElement>) => {
    const { contentWindow, contentDocument } = event.currentTarget;
    const scrolled = front.current?.contentWindow?.scrollY ?? 0;
    if (loaded !== shown) contentWindow?.scrollTo(0, scrolled);
    contentDocument?.addEventListener("click", (click) => {
      const target = click.target as Element | null;
      // Its links lead out of the preview.
      if (target?.closest("a")) click.preventDefault();
      const key = target?.closest<HTMLElement>("[data-block]")?.dataset.block;
      if (key) onPick(key);
    });
    setShown(loaded);
  };
  return [...new Set([shown, url])].map((one) => (
    <iframe
      key={one}
      ref={one === shown ? front : null}
      className={classes.frame}
      data-shown={one === shown}
      src={one}
      title={title}
      aria-hidden={one !== shown}
      style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
      onLoad={load(one)}
    />
  ));
}
