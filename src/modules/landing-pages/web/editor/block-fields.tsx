import { useTranslation } from "react-i18next";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import type { Block, PageContent } from "../../contract/page-content.ts";
import {
  altMax,
  headlineMax,
  introductionMax,
  labelMax,
  noteMax,
  offerTextMax,
  textMax,
  titleMax,
} from "../../contract/page-limits.ts";
import { LineField, WordsField } from "./checked-fields.tsx";
import classes from "./page-editor.module.css";
import { PictureField } from "./picture-field.tsx";
import { QuestionsFields } from "./questions-fields.tsx";

type Props = {
  block: Block;
  content: PageContent;
  page: PageDetails;
  /** `field` is what was typed into. */
  onBlock: (block: Block, field: string) => void;
  onContent: (patch: Partial<PageContent>, field: string) => void;
};

/** What a merchant sets of a block. What the store's records say is not theirs to word. */
export function BlockFields({ block, content, page, onBlock, onContent }: Props) {
  const { t } = useTranslation("landing_pages");
  switch (block.kind) {
    case "hero":
      return (
        <>
          <LineField
            label={t("form.headline")}
            description={t("form.headline_help")}
            placeholder={page.product_name}
            maxLength={headlineMax}
            value={content.headline}
            onChange={(headline) => onContent({ headline }, "headline")}
          />
          <WordsField
            label={t("form.introduction")}
            description={t("form.introduction_help")}
            maxLength={introductionMax}
            value={content.introduction}
            onChange={(introduction) => onContent({ introduction }, "introduction")}
          />
          <PictureField value={block.picture} onChange={(picture) => onBlock({ ...block, picture }, "")} />
        </>
      );
    case "price":
    case "proof":
      return <p className={classes.quiet}>{t(`blocks.${block.kind}_words`)}</p>;
    case "delivery":
      return (
        <>
          <p className={classes.quiet}>{t("blocks.delivery_words")}</p>
          <LineField
            label={t("blocks.note")}
            maxLength={noteMax}
            value={block.note}
            onChange={(note) => onBlock({ ...block, note }, "note")}
          />
        </>
      );
    case "questions":
      return <QuestionsFields block={block} onChange={onBlock} />;
    case "offer":
    case "text":
      return (
        <>
          {block.kind === "offer" ? <p className={classes.quiet}>{t("blocks.offer_words")}</p> : null}
          <LineField
            label={t("blocks.title")}
            maxLength={titleMax}
            value={block.title}
            onChange={(title) => onBlock({ ...block, title }, "title")}
          />
          <WordsField
            label={t("blocks.words")}
            maxLength={block.kind === "offer" ? offerTextMax : textMax}
            value={block.text}
            onChange={(text) => onBlock({ ...block, text }, "text")}
          />
        </>
      );
    case "picture":
      return (
        <>
          <PictureField value={block.picture} onChange={(picture) => onBlock({ ...block, picture }, "")} />
          <LineField
            label={t("blocks.alt")}
            description={t("blocks.alt_help")}
            maxLength={altMax}
            value={block.alt}
            onChange={(alt) => onBlock({ ...block, alt }, "alt")}
          />
        </>
      );
    case "order":
      return (
        <>
          <LineField
            label={t("blocks.title")}
            placeholder={content.headline || page.product_name}
            maxLength={titleMax}
            value={block.title}
            onChange={(title) => onBlock({ ...block, title }, "title")}
          />
          <LineField
            label={t("blocks.label")}
            description={t("blocks.label_help")}
            maxLength={labelMax}
            value={block.label}
            onChange={(label) => onBlock({ ...block, label }, "label")}
          />
        </>
      );
  }
}
