import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";

/** A choice of one from a few words. Few pages have one: they load its stylesheets with it. */
export { SegmentedControl } from "@mantine/core";
