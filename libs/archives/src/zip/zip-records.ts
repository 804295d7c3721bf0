import { dosTime } from './dos-time.ts'

/** APPNOTE 6.3.10, sections 4.3.7 to 4.3.16, and 4.5.3 for ZIP64. */
const signature = {
  localHeader: 0x04034b50,
  dataDescriptor: 0x08074b50,
  centralHeader: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
} as const
/** All contents are deflated, since a deflated content says itself where it ends. */
const methods = { file: 8, folder: 0 } as const
const [plainVersion, zip64Version] = [20, 45]
/** Sizes and checksum follow the content (bit 3); the name is UTF-8 (bit 11). */
const flags = { file: (1 << 3) | (1 << 11), folder: 1 << 11 } as const
const madeOnUnix = 3 << 8
/** Upper half: Unix permissions, the owner may write and everybody read. Lower half: marks a folder for DOS. */
const attributes = { file: 0o100644 * 2 ** 16, folder: 0o040755 * 2 ** 16 + 0x10 } as const
const zip64Extra = 0x0001
const [max16, max32] = [0xffff, 0xffffffff]

export interface EntryHead {
  readonly kind: 'file' | 'folder'
  readonly path: Uint8Array
  /** RFC 3339. */
  readonly modifiedAt: string
  /** Whether the sizes after the content have 8 bytes, since the content may be that long. */
  readonly announcesLongSizes: boolean
}

export interface EntryContent {
  readonly crc: number
  readonly sizeBytes: number
  readonly storedBytes: number
}

export function localHeader(head: EntryHead): Uint8Array {
  const extraBytes = head.announcesLongSizes ? 20 : 0
  const header = zeros(30 + head.path.length + extraBytes)
  header.writeUInt32LE(signature.localHeader, 0)
  writeHead(header, 4, head, versionOf(head.announcesLongSizes))
  // Checksum and sizes are zero here, since they follow in the data descriptor; the ZIP64 field announces sizes of 8 bytes there.
  header.writeUInt16LE(head.path.length, 26)
  header.writeUInt16LE(extraBytes, 28)
  header.set(head.path, 30)
  if (head.announcesLongSizes) {
    header.fill(0xff, 18, 26)
    header.writeUInt16LE(zip64Extra, 30 + head.path.length)
    header.writeUInt16LE(16, 32 + head.path.length)
  }
  return header
}

/** A long content that was not announced as long gets long sizes, as in Java and Go: readers go by the length that they have read. */
export function dataDescriptor({ crc, storedBytes, sizeBytes }: EntryContent, announcesLongSizes: boolean): Uint8Array {
  const hasLongSizes = announcesLongSizes || Math.max(storedBytes, sizeBytes) > max32
  const descriptor = zeros(hasLongSizes ? 24 : 16)
  descriptor.writeUInt32LE(signature.dataDescriptor, 0)
  descriptor.writeUInt32LE(crc, 4)
  if (hasLongSizes) {
    writeUInt64(descriptor, storedBytes, 8)
    writeUInt64(descriptor, sizeBytes, 16)
  } else {
    descriptor.writeUInt32LE(storedBytes, 8)
    descriptor.writeUInt32LE(sizeBytes, 12)
  }
  return descriptor
}

export function centralHeader(
  head: EntryHead,
  { crc, storedBytes, sizeBytes }: EntryContent,
  offset: number,
): Uint8Array {
  const long = [sizeBytes, storedBytes, offset].filter((value) => value >= max32)
  const extraBytes = long.length === 0 ? 0 : 4 + 8 * long.length
  const header = zeros(46 + head.path.length + extraBytes)
  const version = versionOf(head.announcesLongSizes || long.length > 0)
  header.writeUInt32LE(signature.centralHeader, 0)
  header.writeUInt16LE(madeOnUnix | version, 4)
  writeHead(header, 6, head, version)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(Math.min(storedBytes, max32), 20)
  header.writeUInt32LE(Math.min(sizeBytes, max32), 24)
  header.writeUInt16LE(head.path.length, 28)
  header.writeUInt16LE(extraBytes, 30)
  header.writeUInt32LE(attributes[head.kind], 38)
  header.writeUInt32LE(Math.min(offset, max32), 42)
  header.set(head.path, 46)
  if (extraBytes > 0) {
    header.writeUInt16LE(zip64Extra, 46 + head.path.length)
    header.writeUInt16LE(extraBytes - 4, 48 + head.path.length)
    for (const [at, value] of long.entries()) writeUInt64(header, value, 50 + head.path.length + 8 * at)
  }
  return header
}

/** `offset`: where the directory begins. */
export function endOfArchive(entries: number, directoryBytes: number, offset: number): Uint8Array {
  const end = zeros(22)
  end.writeUInt32LE(signature.end, 0)
  end.writeUInt16LE(Math.min(entries, max16), 8)
  end.writeUInt16LE(Math.min(entries, max16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12)
  end.writeUInt32LE(Math.min(offset, max32), 16)
  const isLong = entries >= max16 || directoryBytes >= max32 || offset >= max32
  return isLong ? Buffer.concat([zip64End(entries, directoryBytes, offset), end]) : end
}

function zip64End(entries: number, directoryBytes: number, offset: number): Uint8Array {
  const end = zeros(56 + 20)
  end.writeUInt32LE(signature.zip64End, 0)
  writeUInt64(end, 56 - 12, 4)
  end.writeUInt16LE(madeOnUnix | zip64Version, 12)
  end.writeUInt16LE(zip64Version, 14)
  writeUInt64(end, entries, 24)
  writeUInt64(end, entries, 32)
  writeUInt64(end, directoryBytes, 40)
  writeUInt64(end, offset, 48)
  end.writeUInt32LE(signature.zip64Locator, 56)
  writeUInt64(end, offset + directoryBytes, 64)
  end.writeUInt32LE(1, 72)
  return end
}

function writeHead(header: Buffer, at: number, { kind, modifiedAt }: EntryHead, version: number): void {
  const { date, time } = dosTime(modifiedAt)
  header.writeUInt16LE(version, at)
  header.writeUInt16LE(flags[kind], at + 2)
  header.writeUInt16LE(methods[kind], at + 4)
  header.writeUInt16LE(time, at + 6)
  header.writeUInt16LE(date, at + 8)
}

function versionOf(isZip64: boolean): number {
  return isZip64 ? zip64Version : plainVersion
}

function writeUInt64(buffer: Buffer, value: number, at: number): void {
  buffer.writeBigUInt64LE(BigInt(value), at)
}

/** A small buffer of its own would need more memory for its management than for its bytes, so this one is from Node's pool. */
function zeros(bytes: number): Buffer {
  return Buffer.allocUnsafe(bytes).fill(0)
}
