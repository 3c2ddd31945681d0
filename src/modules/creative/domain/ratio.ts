/** The shape of a picture in the smallest whole numbers: 1080 by 1920 is "9:16". Sizes are whole and above zero. */
export function toRatio(width: number, height: number): string {
  const divisor = findDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

const findDivisor = (one: number, other: number): number =>
  other === 0 ? one : findDivisor(other, one % other);
