const maxNameBytes = 200
const maxExtensionBytes = 32

/** Characters that separate segments on some system, and look-alikes that a reader of ZIP files may turn into a separator. */
const separators = String.raw`/\\\u2044\u2215\u2216\u29F5\u29F8\uFF0F\uFF3C`
/** Characters that Windows forbids in names. The colon also ends a drive letter, and begins the name of a file's stream. */
const forbiddenOnWindows = ':*?"<>|'
/** `;` before a number at the end of a name is VMS's sign for a version, which unzip removes. */
const versionSign = ';'
/** Control and format characters, lone surrogates, separators of lines and paragraphs, noncharacters. */
const invisible = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}`
const unsafe = new RegExp(`[${separators}${forbiddenOnWindows}${versionSign}${invisible}]`, 'gu')

/** Windows drops dots and spaces at the end of a name, and takes a device name with any extension for the device. */
const device = /^(aux|clock\$|con|conin\$|conout\$|nul|prn|(com|lpt)[0-9¹²³])\p{Z}*(\.|$)/iu
const blankStart = /^\p{Z}+/u
const blankOrDotEnd = /[.\p{Z}]+$/u

/** Makes one segment of a path: safe on every system, at most 200 bytes with the extension. A safe name is returned unchanged. */
export function safeEntryName(name: string): string {
  // The traps are looked for again after the cut, since the cut name may be a device name, for instance.
  return withoutTraps(cutName(withoutTraps(safeCharacters(name)), ''))
}

/** Adds a number before the extension of a safe name; the result has at most 200 bytes, too. */
export function numberedName(name: string, number: number): string {
  return cutName(name, ` (${number})`)
}

export function safeFolderName(name: string, maxBytes: number): string {
  return withoutTraps(cutText(safeCharacters(name), maxBytes))
}

/** Two names that are equal on some file system have the same key. */
export function clashKey(name: string): string {
  return name.toLowerCase().toUpperCase().normalize('NFC')
}

function safeCharacters(name: string): string {
  return name.normalize('NFC').replace(unsafe, '_')
}

/** Removes what makes a name mean something else: `.`, `..`, a device name, and a dash in front, which begins an option of a command. */
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

function cutText(text: string, maxBytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}
