/** A WAV file of a tone: 8 kHz, 16 bits, one channel. */
export function aWave(seconds: number): Buffer {
  const rate = 8_000;
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1)
    bytes.writeInt16LE(Math.round(8_000 * Math.sin((at * 440 * 2 * Math.PI) / rate)), 44 + at * 2);
  return bytes;
}
