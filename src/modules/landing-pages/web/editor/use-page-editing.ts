import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Language } from "#base/shared/language.ts";
import { useAutosave } from "#base/web/forms/use-autosave.ts";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import type { PageContent } from "../../contract/page-content.ts";
import type { Half } from "../../domain/halves.ts";
import { call, landingPagesKeys } from "../landing-pages.queries.ts";

type Edited = Pick<PageDetails, "language" | "content" | "other_half">;

/** A landing page that is edited: saved after each pause, each change undone one by one. */
export function usePageEditing(opened: PageDetails) {
  const client = useQueryClient();
  const { id } = opened;
  const { value, ...editing } = useAutosave<Edited, PageDetails>({
    opened,
    read: ({ language, content, other_half }) => ({ language, content, other_half }),
    send: (edited, { revision }) =>
      call("PUT Clients/LandingPages/pages/{id}", {
        params: { id },
        body: { revision, ...edited },
        quiet: true,
      }),
    onSaved(page) {
      client.setQueryData(landingPagesKeys.page(id), page);
      void client.invalidateQueries({ queryKey: landingPagesKeys.list });
    },
    conflict: "landing_pages.changed_elsewhere",
  });
  const [chosen, chooseHalf] = useState<Half>("a");
  const { content, other_half } = value;
  const half = other_half ? chosen : "a";
  const shown = half === "b" && other_half ? other_half : content;
  return {
    ...editing,
    language: value.language,
    /** The half that is edited; A where there is one page alone. */
    half,
    chooseHalf,
    hasOtherHalf: other_half !== null,
    content: shown,
    /** Part of the half's content; letters typed into one field have one tag. */
    changeContent(patch: Partial<PageContent>, tag: string) {
      const changed = { ...shown, ...patch };
      editing.change(
        { ...value, [half === "b" ? "other_half" : "content"]: changed },
        tag && `${half} ${tag}`,
      );
    },
    changeLanguage: (language: Language) => editing.change({ ...value, language }, "language"),
    /** Begins a test with a copy of the page, which is edited next. */
    startTest() {
      editing.change({ ...value, other_half: content }, "");
      chooseHalf("b");
    },
    /** One half becomes the page. */
    endTest(kept: Half) {
      editing.change(
        { ...value, content: kept === "b" && other_half ? other_half : content, other_half: null },
        "",
      );
      chooseHalf("a");
    },
  };
}
export type PageEditing = ReturnType<typeof usePageEditing>;
