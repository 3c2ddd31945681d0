import { IconScale } from "@tabler/icons-react";
import { useDeferredValue } from "react";
import { useImported } from "#base/web/runtime/use-imported.ts";

/** The law's table is not needed before there are words. */
const importLaw = async () => {
  const [{ checkAdLaw }, { LawNote }] = await Promise.all([
    import("#modules/campaigns/contract/ad-law.ts"),
    import("#modules/campaigns/web/law/law.parts.tsx"),
  ]);
  return { checkAdLaw, LawNote };
};

/** Advice: a page is no ad, and nothing is refused for its words. */
export function LawNotes({ text }: { text: string }) {
  const law = useImported(importLaw, false);
  const read = useDeferredValue(text);
  if (!law || read === "") return null;
  return law
    .checkAdLaw(read)
    .map((finding) => (
      <law.LawNote key={finding.rule} finding={finding} icon={<IconScale size={20} aria-hidden />} />
    ));
}
