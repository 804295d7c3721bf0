const endOfArchive = Buffer.from([0x50, 0x4b, 5, 6])
const centralHeaderBytes = 46

/** The names in the directory of a small ZIP file. */
export function entryNames(zip: Buffer): string[] {
  const end = zip.lastIndexOf(endOfArchive)
  if (end === -1) throw new Error('the archive has no end')
  const names: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameAt = at + centralHeaderBytes
    const nameBytes = zip.readUInt16LE(at + 28)
    names.push(zip.toString('utf8', nameAt, nameAt + nameBytes))
    at = nameAt + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return names
}
