import { useQueryClient } from "@tanstack/react-query";
import { useAutosave } from "#base/web/forms/use-autosave.ts";
import type { DesignDetails, Sizes } from "../../contract/design-shapes.ts";
import { designerKeys } from "../designer.queries.ts";
import { call } from "../designer-calls.ts";

/**
 * A design that is edited. The picture on the screen is the one that the server drew of what is saved; the price in it may
 * be another one by then.
 */
export function useEditing(opened: DesignDetails) {
  const client = useQueryClient();
  const { value, ...editing } = useAutosave<Sizes, DesignDetails>({
    opened,
    read: ({ sizes }) => sizes,
    send: (sizes, { version }) =>
      call("PUT Clients/DigitalDesigner/designs/{id}", {
        params: { id: opened.id },
        body: { version, sizes },
        quiet: true,
      }),
    onSaved: (design) => client.setQueryData(designerKeys.design(opened.id), design),
    conflict: "designer.changed_elsewhere",
    takesSaved: true,
  });
  return { sizes: value, ...editing };
}
export type Editing = ReturnType<typeof useEditing>;
