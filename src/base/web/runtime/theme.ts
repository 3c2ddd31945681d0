import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const palm: MantineColorsTuple = [
  "#eef6f2",
  "#e3efe9",
  "#c5ded3",
  "#9cc7b5",
  "#8cc9b1",
  "#2f7d62",
  "#17624b",
  "#145642",
  "#0f4534",
  "#0a3326",
];
/** Shades 5 and 6 are slightly darker than the brand's clay, so that white text on them passes AA. */
const clay: MantineColorsTuple = [
  "#fdf4ef",
  "#fbe9e0",
  "#f5cdbb",
  "#eda283",
  "#e08a63",
  "#b9532d",
  "#b34e29",
  "#9c4322",
  "#833a1f",
  "#6b2f1a",
];
const bad: MantineColorsTuple = [
  "#fdf1ef",
  "#fbe6e2",
  "#f6c8c0",
  "#f2a093",
  "#ec9082",
  "#c04335",
  "#b3372b",
  "#9a2f25",
  "#7f271f",
  "#651f19",
];

/** Our style on Mantine's components: Najdi colours, hairlines, radius 12 for controls, Arabic line heights. */
export const theme = createTheme({
  colors: { palm, clay, bad },
  primaryColor: "palm",
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: "#1d1b17",
  fontFamily: "var(--font-text)",
  headings: { fontFamily: "var(--font-head)", fontWeight: "600" },
  lineHeights: { xs: "1.6", sm: "1.65", md: "1.65", lg: "1.65", xl: "1.65" },
  defaultRadius: "12px",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: "md" },
      styles: { root: { fontWeight: 600 }, label: { lineHeight: 1.6 } },
    },
    Input: { defaultProps: { size: "md" } },
    InputWrapper: {
      defaultProps: { size: "md" },
      styles: { label: { fontWeight: 600, fontSize: "0.9375rem" } },
    },
    Menu: { styles: { item: { minBlockSize: "2.75rem" } } },
    Modal: { defaultProps: { centered: true, radius: "var(--radius-card)" } },
  },
});

/** Assigns our tokens to Mantine's own variables, so that both use one palette in either theme. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--page)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-dimmed": "var(--ink-2)",
    "--mantine-color-placeholder": "var(--ink-3)",
    "--mantine-color-anchor": "var(--palm-text)",
    "--mantine-color-error": "var(--bad)",
    "--mantine-color-default": "var(--card)",
    "--mantine-color-default-hover": "var(--sand)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--line)",
    // Edges of inputs, in our earth tone instead of the library's blue-grey.
    "--mantine-color-gray-4": "#cfc5b4",
    "--mantine-color-dark-4": "#4a4338",
    "--mantine-color-dark-6": "var(--card)",
  };
  return { variables: {}, light: shared, dark: shared };
};
