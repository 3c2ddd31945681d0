import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMessages } from "#base/shared/envelope.ts";
import type { Revision } from "../contract/writer-enums.ts";
import type { Answer, Version } from "../contract/writer-shapes.ts";
import { useWriting } from "./use-writing.ts";
import { type Choices, firstChoices } from "./writer-choices-state.ts";

/** The answers on the screen, what is chosen and typed for the next one, and what is being written. */
export function useThread(openedId: string | null, onOpen: (id: string | null) => void) {
  const { t } = useTranslation("assistants");
  const [ids, setIds] = useState<string[]>(openedId === null ? [] : [openedId]);
  const [choices, setChoices] = useState<Choices>(firstChoices);
  const [prompt, setPrompt] = useState("");
  /** Another number for the same request gives other versions. */
  const [seed, setSeed] = useState(0);
  const [errors, setErrors] = useState<FieldMessages>({});
  const { start, dismiss, ...following } = useWriting({
    onWritten: (id) => {
      setIds((shown) => [...shown.filter((one) => one !== id), id]);
      onOpen(id);
    },
    onInvalid: (request, fields) => {
      setErrors(fields);
      if (request.kind === "new") setPrompt((typed) => typed || (request.body.prompt ?? ""));
    },
  });

  function write(chosen: Choices, typed: string, number: number) {
    const { product, category, tongue, tone, length, season } = chosen;
    const named = t("request_default", {
      category: t(`categories.${category}`),
      tongue: t(`tongues.${tongue}`),
    });
    start({
      kind: "new",
      label: typed || (product ? `${named}: ${product.name}` : named),
      body: {
        category,
        tongue,
        tone,
        length,
        season: category === "season_greeting" ? season : null,
        product_id: product?.id ?? null,
        prompt: typed,
        seed: number,
      },
    });
  }

  return {
    ...following,
    ids,
    choices,
    prompt,
    /** What was refused, by field: `product_id`, `season`, `prompt`. */
    errors,
    type(text: string) {
      setErrors({});
      setPrompt(text);
    },
    choose(changed: Partial<Choices>) {
      setErrors({});
      setChoices({ ...choices, ...changed });
    },
    send() {
      setErrors({});
      setSeed(0);
      write(choices, prompt.trim(), 0);
      setPrompt("");
    },
    writeAgain(answer: Answer) {
      const next = seed + 1;
      setSeed(next);
      write(toChoices(answer), answer.prompt, next);
    },
    /** Puts the request back where it was typed, with its choices. */
    editRequest(answer: Answer) {
      setChoices(toChoices(answer));
      setPrompt(answer.prompt);
    },
    revise(answer: Answer, version: Version, change: Revision) {
      const next = seed + 1;
      setSeed(next);
      start({
        kind: "revision",
        label: t(`revision.${change}`),
        versionId: version.id,
        body: { change, seed: next },
      });
      setChoices(toChoices(answer));
    },
    show(id: string) {
      dismiss();
      setIds([id]);
      onOpen(id);
    },
    forget(id: string) {
      setIds((shown) => shown.filter((one) => one !== id));
      if (openedId === id) onOpen(null);
    },
    clear() {
      dismiss();
      setIds([]);
      setPrompt("");
      onOpen(null);
    },
  };
}

const toChoices = ({
  product_id,
  product_name,
  category,
  tongue,
  tone,
  length,
  season,
}: Answer): Choices => ({
  product: product_id === null ? null : { id: product_id, name: product_name ?? "", image_url: null },
  category,
  tongue,
  tone,
  length,
  season,
});
