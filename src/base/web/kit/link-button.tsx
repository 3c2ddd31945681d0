import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import { canOpen } from "../runtime/page-access.ts";

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

const ButtonLink = createLink((props: Props) => <Button component="a" {...props} />);

/**
 * A link that looks like a button, so that keyboards, screen readers and the middle mouse button treat it as a link. Where
 * the user's role does not include its page there is none.
 */
export const LinkButton = ((props: { to?: string }): ReactNode =>
  canOpen(props.to) ? <ButtonLink {...props} /> : null) as typeof ButtonLink;
