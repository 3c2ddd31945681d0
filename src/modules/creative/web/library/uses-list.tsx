import { Link } from "@tanstack/react-router";
import { UserText } from "#base/web/kit/text.tsx";
import type { MediaUse } from "../library-calls.ts";
import classes from "./library.module.css";

/** The ads a file is in, each leading to its campaign. */
export function UsesList({ uses }: { uses: readonly MediaUse[] }) {
  return (
    <ul className={classes.usesList}>
      {uses.map((use) => (
        <li key={use.id}>
          <Link to="/campaigns/$id" params={{ id: use.campaign_id }}>
            <UserText>{use.title}</UserText>
          </Link>
        </li>
      ))}
    </ul>
  );
}
