import type { IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";

export type Mode = "everything" | "pause";

export type Option = {
  /** Unique in the dialog. */
  id: string;
  Icon: ComponentType<IconProps>;
  content: ReactNode;
  run: () => void;
};

export type OptionGroup = { key: string; title: string; options: readonly Option[] };

/** What the dialog lists, and what it says above the list. */
export type Listed = { groups: readonly OptionGroup[]; notice: ReactNode; isBusy: boolean };

export type OptionsProps = {
  typed: string;
  onClose: () => void;
  onMode: (mode: Mode, typed?: string) => void;
  onType: (typed: string) => void;
  children: (listed: Listed) => ReactNode;
};

/** How long the keys must rest before the search begins. */
export const restMs = 150;
