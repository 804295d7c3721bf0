/** First bytes of binary formats; `..` is any byte. Formats with a NUL near their beginning, such as programs, need no line here. */
const signatures: readonly string[] = [
  '255044462d', // PDF: %PDF-
  '504b0304', // ZIP, and with it JAR and the office formats
  '504b0506', // an empty ZIP
  '1f8b08', // gzip
  '425a68..314159265359', // bzip2
  'fd377a585a00', // xz
  '28b52ffd', // Zstandard
  '04224d18', // LZ4
  '4c5a495001', // lzip
  '377abcaf271c', // 7z
  '526172211a07', // RAR
  'd0cf11e0a1b11ae1', // the older office formats
  '89504e470d0a1a0a', // PNG
  'ffd8ff', // JPEG
  '474946383761', // GIF87a
  '474946383961', // GIF89a
  '52494646........57454250', // WebP
  '52494646........57415645', // WAV
  '52494646........41564920', // AVI
  '664c6143', // FLAC
  '1a45dfa3', // Matroska, WebM
  '774f4646', // WOFF
  '774f4632', // WOFF2
]

const patterns = signatures.map((text) =>
  (text.match(/../g) ?? []).map((pair) => (pair === '..' ? null : Number.parseInt(pair, 16))),
)

export function hasBinarySignature(bytes: Uint8Array): boolean {
  return patterns.some((pattern) =>
    pattern.every((byte, at) => (byte === null ? at < bytes.length : bytes[at] === byte)),
  )
}
