import { crc32 } from "node:zlib";

/** A cell as databases keep it. */
export type Cell = string | number | null | Uint8Array;

/**
 * The checksum that a row carries: CRC-32 over its table, its key and its content, so that a row proves both what it
 * says and where it belongs. Stored with the row and never to be changed: databases are full of them (decision 0008).
 */
export function rowSum(table: string, ...cells: readonly Cell[]): number {
  let text = table;
  let sum = 0;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? null;
    if (cell instanceof Uint8Array || (typeof cell === "string" && cell.length >= longCell)) {
      sum = crc32(cell, crc32(`${text}\u0000`, sum));
      text = "";
    } else text += cell === null ? "\u0000\u0001" : `\u0000${cell}`;
  }
  return text === "" ? sum : crc32(text, sum);
}

/** A text of this length is read where it stands: putting it behind another one would copy it. */
const longCell = 256;

/** Tallies stay exact as numbers: 2^48 plus a checksum is below 2^53. */
const modulus = 2 ** 48;

/**
 * The sum of all rows' checksums after one came and one went (0 where none did). It tells sets of rows apart at the
 * cost of one addition a change, whatever their number.
 */
export function tallied(tally: number, came: number, went: number): number {
  return (tally + came - went + modulus) % modulus;
}
