import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { TextField } from "./fields.tsx";

/** How long the keys must rest before the search begins. */
const restMs = 300;

type Props = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "leftSection" | "type"> & {
  /** What is searched now: of the address, say. */
  value: string;
  onSearch: (text: string) => void;
};

/**
 * Searches when the keys rest, on Enter, and when the field is left. A search that came from elsewhere (Back, a saved
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
  const search = useDebouncedCallback((text: string) => {
    setSent(text);
    onSearch(text);
  }, restMs);
  return (
    <TextField
      type="search"
      maxLength={120}
      {...rest}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        search(text.trim());
      }}
      // A search that began later would undo what was tapped meanwhile.
      onBlur={() => search.flush()}
      onKeyDown={(event) => {
        if (event.key === "Enter") search.flush();
      }}
    />
  );
}
