/** First bytes of binary formats; `..` is any byte. Formats with a NUL near their beginning, such as programs, need no line here. */
const signatures: Readonly<Record<string, string>> = {
  PDF: '255044462d',
  'ZIP, JAR and office formats': '504b0304',
  'empty ZIP': '504b0506',
  gzip: '1f8b08',
  bzip2: '425a68..314159265359',
  xz: 'fd377a585a00',
  Zstandard: '28b52ffd',
  LZ4: '04224d18',
  lzip: '4c5a495001',
  '7z': '377abcaf271c',
  RAR: '526172211a07',
  'older office formats': 'd0cf11e0a1b11ae1',
  PNG: '89504e470d0a1a0a',
  JPEG: 'ffd8ff',
  GIF87a: '474946383761',
  GIF89a: '474946383961',
  WebP: '52494646........57454250',
  WAV: '52494646........57415645',
  AVI: '52494646........41564920',
  FLAC: '664c6143',
  'Matroska, WebM': '1a45dfa3',
  WOFF: '774f4646',
  WOFF2: '774f4632',
}

const patterns = Object.values(signatures).map((text) =>
  (text.match(/../g) ?? []).map((pair) => (pair === '..' ? null : Number.parseInt(pair, 16))),
)

export function hasBinarySignature(bytes: Uint8Array): boolean {
  return patterns.some((pattern) =>
    pattern.every((byte, at) => (byte === null ? at < bytes.length : bytes[at] === byte)),
  )
}
