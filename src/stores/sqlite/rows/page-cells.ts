import type { Cell } from "../../rows/checksum.ts";

/**
 * Rows straight out of the pages of a database file, without asking its b-trees: for files that SQLite can't open or
 * walk any more. Layout: https://www.sqlite.org/fileformat2.html, sections 1.6 (b-tree pages) and 2.1 (records).
 */
interface Page {
  readonly number: number;
  readonly bytes: Buffer;
}

/** Every store is made with this size, which is SQLite's default. */
const pageSize = 4096;
const walHeaderSize = 32;
const frameHeaderSize = 24;

const tableLeaf = 13;
const indexLeaf = 10;
const indexInterior = 2;
const minimumLocal = Math.floor(((pageSize - 12) * 32) / 255) - 23;

/** One row as its columns; a rowid stands in the place of the column that it is the alias of. */
export type CellRow = readonly Cell[];

/** A row, and whether the page that it was found in is the newest of its number. */
interface FoundRow {
  readonly cells: CellRow;
  readonly isNewest: boolean;
}

/**
 * All rows that any page of the file or of its write-ahead log seems to hold. Old versions and leftovers are among
 * them, and nonsense may be: only a row's checksum tells whether it ever was one.
 */
export function* rowsInPages(file: Buffer, log: Buffer): Generator<FoundRow> {
  const stored = pagesOfFile(file);
  const logged = pagesOfLog(log);
  const base = new Map(stored.map((page) => [page.number, page.bytes]));
  const newest = new Map([...base, ...logged.map((page): [number, Buffer] => [page.number, page.bytes])]);
  for (const page of [...logged, ...stored]) {
    const isNewest = newest.get(page.number) === page.bytes;
    for (const cells of rowsOfPage(page, newest)) yield { cells, isNewest };
  }
  // Rows that go on in pages which have got other contents since.
  if (logged.length > 0) {
    for (const page of stored) for (const cells of rowsOfPage(page, base)) yield { cells, isNewest: false };
  }
}

function pagesOfFile(file: Buffer): readonly Page[] {
  const pages: Page[] = [];
  for (let at = 0; at + pageSize <= file.length; at += pageSize) {
    pages.push({ number: at / pageSize + 1, bytes: file.subarray(at, at + pageSize) });
  }
  return pages;
}

function pagesOfLog(log: Buffer): readonly Page[] {
  const pages: Page[] = [];
  for (let at = walHeaderSize; at + frameHeaderSize + pageSize <= log.length; at += frameHeaderSize + pageSize) {
    const from = at + frameHeaderSize;
    pages.push({ number: log.readUInt32BE(at), bytes: log.subarray(from, from + pageSize) });
  }
  return pages;
}

function* rowsOfPage(page: Page, pages: ReadonlyMap<number, Buffer>): Generator<CellRow> {
  const { bytes } = page;
  const header = page.number === 1 ? 100 : 0;
  const kind = bytes[header];
  if (kind !== tableLeaf && kind !== indexLeaf && kind !== indexInterior) return;
  const pointers = header + (kind === indexInterior ? 12 : 8);
  const count = Math.min(bytes.readUInt16BE(header + 3), Math.floor((pageSize - pointers) / 2));
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(bytes, bytes.readUInt16BE(pointers + 2 * index), kind, pages);
    if (row !== undefined) yield row;
  }
}

function rowAt(bytes: Buffer, offset: number, kind: number, pages: ReadonlyMap<number, Buffer>): CellRow | undefined {
  try {
    const size = varint(bytes, kind === indexInterior ? offset + 4 : offset);
    const rowid = kind === tableLeaf ? varint(bytes, size.end) : undefined;
    const payload = payloadOf(bytes, rowid?.end ?? size.end, size.value, kind === tableLeaf, pages);
    return payload === undefined ? undefined : recordOf(payload, rowid?.value);
  } catch (cause) {
    // Offsets that lead out of the page.
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** The payload of a cell with what of it lies on overflow pages. */
function payloadOf(
  bytes: Buffer,
  from: number,
  size: number,
  isTable: boolean,
  pages: ReadonlyMap<number, Buffer>,
): Buffer | undefined {
  const maximumLocal = isTable ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23;
  if (size <= maximumLocal) return from + size <= pageSize ? bytes.subarray(from, from + size) : undefined;
  const wanted = minimumLocal + ((size - minimumLocal) % (pageSize - 4));
  const local = wanted <= maximumLocal ? wanted : minimumLocal;
  const parts = [bytes.subarray(from, from + local)];
  let missing = size - local;
  let next = bytes.readUInt32BE(from + local);
  while (missing > 0) {
    const page = pages.get(next);
    if (page === undefined || parts.length > pages.size) return undefined;
    const taken = Math.min(missing, pageSize - 4);
    parts.push(page.subarray(4, 4 + taken));
    missing -= taken;
    next = page.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function recordOf(payload: Buffer, rowid: number | undefined): CellRow | undefined {
  const header = varint(payload, 0);
  const values: Cell[] = [];
  let at = header.end;
  let body = header.value;
  if (body > payload.length) return undefined;
  while (at < header.value) {
    const type = varint(payload, at);
    at = type.end;
    const size = sizeOfType(type.value);
    if (size === undefined || body + size > payload.length) return undefined;
    values.push(cellOf(payload.subarray(body, body + size), type.value));
    body += size;
  }
  if (rowid !== undefined && values[0] === null) values[0] = rowid;
  return values;
}

/** Bytes of a value by its serial type; undefined for types that no column of ours has. */
function sizeOfType(type: number): number | undefined {
  if (type <= 4) return type;
  if (type === 5) return 6;
  if (type === 6) return 8;
  if (type === 8 || type === 9) return 0;
  return type >= 12 ? Math.floor((type - 12) / 2) : undefined;
}

function cellOf(bytes: Buffer, type: number): Cell {
  if (type === 0) return null;
  if (type === 8) return 0;
  if (type === 9) return 1;
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  // Bytes are copied: what is kept of a page must not keep the whole file.
  return type % 2 === 0 ? Uint8Array.from(bytes) : bytes.toString("utf8");
}

function varint(bytes: Buffer, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from; at < from + 8; at += 1) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(from + 8), end: from + 9 };
}
