type Seal = {
  merchant_id: string;
  month: string;
  is_final: boolean;
  opening_halalas: number;
  closing_halalas: number;
  entries: number;
  entries_hash: string;
  previous_hash: string;
  hash: string;
};
export function verifyProof(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Seal>;
export function verifyChain(seals: readonly Seal[]): void;
