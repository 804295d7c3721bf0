/** A text or bytes that occur nowhere except where a test put them. */
export interface Canary {
  readonly name: string
  readonly secret: string | Uint8Array
}

interface CanaryScanner {
  /** Describes each canary that the text contains. */
  readonly find: (text: string) => string[]
}

/** A piece of this length counts as the whole canary. */
const pieceLength = 12

type Secret = Canary['secret']

/** How a canary may be encoded, and how a text must be decoded to find it. */
interface Form {
  readonly form: string
  readonly length: number
  readonly textsOf: (secret: Secret) => string[]
  readonly see: (text: string) => string
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase()
const bytesOf = (secret: Secret): Buffer => (typeof secret === 'string' ? Buffer.from(secret) : Buffer.from(secret))

const forms: readonly Form[] = [
  {
    form: 'text',
    length: pieceLength,
    textsOf: (secret) => (typeof secret === 'string' ? [fold(secret)] : []),
    see: fold,
  },
  { form: 'hex', length: pieceLength * 2, textsOf: (secret) => [bytesOf(secret).toString('hex')], see: fold },
  { form: 'base64', length: (pieceLength / 3) * 4, textsOf: base64Of, see: (text) => text },
]

/**
 * Finds every piece of 12 characters of every canary: as it is, in any letter case, in hexadecimal, in base64 and base64url
 * at each of the three alignments. It also finds each of these percent-encoded, as JSON or HTML escapes or as lists of byte values, and
 * encoded twice.
 */
export function createCanaryScanner(canaries: readonly Canary[]): CanaryScanner {
  const searches = forms.map(({ form, length, textsOf, see }) => {
    const pieces = new Map<string, string>()
    for (const { name, secret } of canaries) {
      const texts = textsOf(secret)
      if (texts.some((text) => text.length < length))
        throw new Error(`${name} is too short to be distinguished from other text`)
      for (const text of texts) for (const piece of piecesOf(text, length)) pieces.set(piece, `${name}, as ${form}`)
    }
    return { pieces, length, see }
  })
  return {
    find(text) {
      const found = new Set<string>()
      for (const view of viewsOf(text)) {
        for (const { pieces, length, see } of searches)
          for (const what of findPieces(see(view), pieces, length)) found.add(what)
      }
      return [...found]
    },
  }
}

function* findPieces(text: string, pieces: ReadonlyMap<string, string>, length: number): Generator<string> {
  for (let start = 0; start + length <= text.length; start += 1) {
    const name = pieces.get(text.slice(start, start + length))
    if (name !== undefined) yield name
  }
}

function* piecesOf(text: string, length: number): Generator<string> {
  for (let start = 0; start + length <= text.length; start += 1) yield text.slice(start, start + length)
}

/** The part of a secret's base64 that does not depend on the text around it: for 0, 1 and 2 bytes before it, in both alphabets. */
function base64Of(secret: Secret): string[] {
  const bytes = bytesOf(secret)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The text, the result of decoding it, and the result of decoding that once more. */
function viewsOf(text: string): Set<string> {
  const once = decode(text)
  return new Set([text, once, decode(once)])
}

const decode = (text: string): string =>
  decoders.reduce((decoded, [pattern, read]) => decoded.replaceAll(pattern, read), text)

const decoders: readonly (readonly [pattern: RegExp, read: (match: string) => string])[] = [
  [/(?:%[0-9a-f]{2})+/gi, (match) => Buffer.from(match.replaceAll('%', ''), 'hex').toString('utf8')],
  [/\\+u[0-9a-f]{4}/gi, (match) => String.fromCharCode(Number.parseInt(match.slice(-4), 16))],
  [/\\+x[0-9a-f]{2}/gi, (match) => String.fromCharCode(Number.parseInt(match.slice(-2), 16))],
  [/\\+\//g, () => '/'],
  [/&#x[0-9a-f]{1,6};/gi, (match) => codePoint(Number.parseInt(match.slice(3), 16))],
  [/&#\d{1,7};/g, (match) => codePoint(Number.parseInt(match.slice(2), 10))],
  // As `[48, 49, …]`, as `<Buffer 30 31 …>`, as `30:31:…`.
  [/\d{1,3}(?:,\s*\d{1,3}){11,}/g, (match) => Buffer.from(match.split(',').map(Number)).toString('utf8')],
  [
    /[0-9a-f]{2}(?:[ :][0-9a-f]{2}){11,}/gi,
    (match) => Buffer.from(match.replaceAll(/[ :]/g, ''), 'hex').toString('utf8'),
  ],
]

const codePoint = (value: number): string => (value <= 0x10_ffff ? String.fromCodePoint(value) : '')
