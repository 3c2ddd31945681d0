// The baseline of a first load: React, the UI library's provider and styles, one sentence. No route, no text file, no
// font, no call.
import "../../src/base/web/styles/mantine.css";
import { MantineProvider, Text } from "@mantine/core";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const sentence = createElement(Text, { component: "p" }, "صفحة فارغة على الأساس نفسه");
createRoot(document.getElementById("root")).render(createElement(MantineProvider, null, sentence));
