import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { TextField } from "./fields.tsx";

/** How long the keys must rest before the search begins. */
const restMs = 300;

type Props = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "leftSection" | "type"> & {
  /** What is searched now: of the address, say. */
  value: string;
  onSearch: (text: string) => void;
};

/**
 * Searches when the keys rest, on Enter, and when the field is left. While something is pressed a search waits: its answer
 * would move the list away under the finger. A search that came from elsewhere (Back, a saved
 * view, cleared filters) replaces what is typed; its own answer does not. Text is passed on trimmed.
 */
export function SearchField({ value, onSearch, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (sent !== value) {
      setTyped(value);
      setSent(value);
    }
  }
  const waiting = useRef<{ text: string; page: string } | null>(null);
  const search = useDebouncedCallback(() => {
    if (waiting.current === null) return;
    const { text, page } = waiting.current;
    waiting.current = null;
    // What was pressed meanwhile led to another page: the search does not lead back.
    if (location.pathname !== page) return;
    setSent(text);
    onSearch(text);
  }, restMs);
  const isPressed = usePress({
    onPress: () => search.cancel(),
    onRelease: () => (waiting.current === null ? undefined : search()),
  });
  return (
    <TextField
      type="search"
      maxLength={120}
      {...rest}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        waiting.current = { text: text.trim(), page: location.pathname };
        search();
      }}
      onBlur={() => isPressed() || search.flush()}
      onKeyDown={(event) => {
        if (event.key === "Enter") search.flush();
      }}
    />
  );
}

/** Whether a finger or a button of the mouse is down anywhere on the page, asked when it matters. */
function usePress(on: { onPress: () => void; onRelease: () => void }): () => boolean {
  const handlers = useRef(on);
  handlers.current = on;
  const isDown = useRef(false);
  useEffect(() => {
    const press = () => {
      isDown.current = true;
      handlers.current.onPress();
    };
    const release = () => {
      isDown.current = false;
      handlers.current.onRelease();
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return () => isDown.current;
}
