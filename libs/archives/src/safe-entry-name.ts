const maxNameBytes = 200
const maxExtensionBytes = 32

/** What separates on some system, or that a reader of ZIP files may turn into that: look-alikes of both slashes. */
const separators = String.raw`/\\\u2044\u2215\u2216\u29F5\u29F8\uFF0F\uFF3C`
/** What Windows does not have in names; the colon also ends a drive letter, and begins a stream of a file. */
const forbiddenOnWindows = ':*?"<>|'
/** Before a number at the end it is VMS's sign for a version, which unzip takes off. */
const versionSign = ';'
/** Controls, formats (bidirectional ones, what has no width), unpaired surrogates, ends of lines and paragraphs, no characters. */
const invisible = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}`
const unsafe = new RegExp(`[${separators}${forbiddenOnWindows}${versionSign}${invisible}]`, 'gu')

/** Windows drops dots and spaces at the end, and takes a device's name for the device whatever follows its first dot. */
const device = /^(aux|clock\$|con|conin\$|conout\$|nul|prn|(com|lpt)[0-9¹²³])\p{Z}*(\.|$)/iu
const blankStart = /^\p{Z}+/u
const blankOrDotEnd = /[.\p{Z}]+$/u

/**
 * One segment of a path that every system takes as it stands: it neither climbs nor names a device, shows all that it has, and has
 * at most 200 bytes, with the extension. A name that is safe is returned as it is.
 */
export function safeEntryName(name: string): string {
  // Cutting may lay a trap bare, such as a device's name that blanks followed.
  return withoutTraps(cutName(withoutTraps(safeCharacters(name)), ''))
}

/** The same with a number before the extension, within the same length. Takes a safe name. */
export function numberedName(name: string, number: number): string {
  return cutName(name, ` (${number})`)
}

/** The same for the name of a folder, which has no extension to keep. */
export function safeFolderName(name: string, maxBytes: number): string {
  return withoutTraps(cutText(safeCharacters(name), maxBytes))
}

/** Two names that some file system takes for one have the same key. */
export function clashKey(name: string): string {
  return name.toLowerCase().toUpperCase().normalize('NFC')
}

function safeCharacters(name: string): string {
  return name.normalize('NFC').replace(unsafe, '_')
}

/** Dots at the end go first, so that neither `.` nor `..` is left; a dash at the beginning would be an option on a command line. */
function withoutTraps(name: string): string {
  const trimmed = name.replace(blankStart, '').replace(blankOrDotEnd, '')
  if (trimmed === '') return '_'
  return device.test(trimmed) ? `_${trimmed}` : trimmed.replace(/^-/, '_')
}

function cutName(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionBytes
  const extension = hasExtension ? name.slice(dot) : ''
  const stem = hasExtension ? name.slice(0, dot) : name
  const left = cutText(stem, maxNameBytes - Buffer.byteLength(suffix) - Buffer.byteLength(extension))
  return left === stem ? stem + suffix + extension : left.replace(blankOrDotEnd, '') + suffix + extension
}

/** The beginning of a text in at most so many bytes of UTF-8; no character is cut. */
function cutText(text: string, maxBytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}
