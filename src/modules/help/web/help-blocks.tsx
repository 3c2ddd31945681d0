import type { Block, Span } from "#base/shared/article.ts";
import classes from "./help-panel.module.css";

type Props = {
  blocks: readonly Block[];
  /** A link to an address of ours was pressed. */
  onFollow: (to: string) => void;
};

/** A page's text. Blocks have no identity of their own: a page is drawn as a whole. */
export function HelpBlocks({ blocks, onFollow }: Props) {
  return (
    <div className={classes.blocks}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <HelpBlock key={index} block={block} onFollow={onFollow} />
      ))}
    </div>
  );
}

function HelpBlock({ block, onFollow }: { block: Block; onFollow: Props["onFollow"] }) {
  switch (block.kind) {
    case "heading":
      return <h3>{block.text}</h3>;
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} onFollow={onFollow} />
        </p>
      );
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((spans, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <Spans spans={spans} onFollow={onFollow} />
            </li>
          ))}
        </List>
      );
    }
    case "term":
      return (
        <div className={classes.term}>
          <strong>{block.term}</strong>
          {block.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      );
  }
}

function Spans({ spans, onFollow }: { spans: readonly Span[]; onFollow: Props["onFollow"] }) {
  return spans.map((span, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    if (span.kind === "strong") return <strong key={index}>{span.text}</strong>;
    if (span.kind === "text") return span.text;
    const isOurs = span.to.startsWith("/");
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        href={span.to}
        {...(isOurs ? {} : { target: "_blank", rel: "noreferrer" })}
        onClick={(event) => {
          if (!isOurs) return;
          event.preventDefault();
          onFollow(span.to);
        }}
      >
        {span.text}
      </a>
    );
  });
}
