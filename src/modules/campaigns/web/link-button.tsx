import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

/** A way to another page that looks like a button: a link to keyboards, screen readers and the middle mouse button. */
export const LinkButton = createLink((props: Props) => <Button component="a" {...props} />);
