import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

type Props<Format extends string> = {
  label: string;
  formats: readonly Format[];
  /** A format as the menu names it. */
  toLabel: (format: Format) => string;
  /** Saves the file; the button waits for it. */
  save: (format: Format) => Promise<unknown>;
};

/** A button that saves something as a file, in one of several formats. */
export function FormatMenu<Format extends string>({ label, formats, toLabel, save }: Props<Format>) {
  const saving = useMutation({ mutationFn: save });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          loading={saving.isPending}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => saving.mutate(format)}>
            {toLabel(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
