import { create } from "qrcode";
import classes from "./qr-code.module.css";

/** Modules of white around the code, as the standard asks for. */
const quietZone = 4;

/** A QR code, drawn in this browser: what it holds is sent nowhere. Dark on light in both themes, for cameras. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const whole = size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.code}
      viewBox={`${-quietZone} ${-quietZone} ${whole} ${whole}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZone} y={-quietZone} width={whole} height={whole} fill="#fff" />
      <path d={toPath(size, data)} fill="#000" />
    </svg>
  );
}

function toPath(size: number, data: Uint8Array): string {
  const squares: string[] = [];
  data.forEach((isDark, index) => {
    if (isDark) squares.push(`M${index % size} ${Math.floor(index / size)}h1v1h-1z`);
  });
  return squares.join("");
}
