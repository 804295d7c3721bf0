import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'

/** What a body may lead to by the rules of settings, implemented a second time and in another way. */
interface Verdict {
  readonly statuses: readonly number[]
  /** Whether the text itself is valid, whatever it contains. */
  readonly text: 'sound' | 'malformed' | 'oversized' | 'unkept' | 'duplicate'
  /** What a 200 must have stored, before normalisation. */
  readonly value?: Record<string, unknown>
}

interface OracleFacts {
  readonly slug: string
  readonly tagSlugs: readonly string[]
  readonly staff: readonly number[]
  readonly takenExercises: readonly number[]
  /** The course's exercises on the learning platform. */
  readonly exercises: readonly number[]
}

export function judgeBody(bytes: Buffer, facts: OracleFacts): Verdict {
  if (bytes.length > 2_000_000) return { statuses: [413], text: 'malformed' }
  const { text, value } = readStrictly(bytes)
  if (text !== 'sound' || !isObject(value) || !isChange(value, facts)) return { statuses: [400], text }
  const exercises = value['manualGradingExercises'] as number[]
  const isForeign = exercises.some((id) => !facts.exercises.includes(id))
  const done = exercises.some((id) => facts.takenExercises.includes(id)) ? 409 : isForeign ? 400 : 200
  return { statuses: isPlainUrl(value['courseConfigUrl']) ? [done] : [done, 400], text, value }
}

/** A text is sound if every JSON parser reads the same from it. */
function readStrictly(bytes: Buffer): { text: Verdict['text']; value?: unknown } {
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes) || !isJson(text)) return { text: 'malformed' }
  const { depth, isUnique } = shapeOf(text)
  if (depth > 32) return { text: 'malformed' }
  let [isKept, hasShortNumbers] = [true, true]
  let members = -1 // the root value is not a member
  const value = parseWithSource(text, (key, each, context) => {
    members += 1
    isKept &&= isSoundText(key)
    if (typeof each === 'string') isKept &&= isSoundText(each)
    if (typeof each === 'number') {
      isKept &&= isSoundNumber(each)
      hasShortNumbers &&= (context.source ?? '').length <= 40
    }
    return each
  })
  if (members > 40_000) return { text: 'oversized' }
  if (!hasShortNumbers) return { text: 'malformed' }
  if (!isKept) return { text: 'unkept' }
  return isUnique ? { text: 'sound', value } : { text: 'duplicate' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** `source` is the literal of each number and string. TypeScript's declaration does not have it yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown

const isSoundText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const isSoundNumber = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

/** The depth of a JSON text, and whether an object has a duplicate key. */
function shapeOf(text: string): { depth: number; isUnique: boolean } {
  const open: (Set<string> | null)[] = []
  let depth = 0
  let isUnique = true
  for (const [token, string] of text.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")(?=[ \t\r\n]*:)|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs,
  )) {
    if (string !== undefined) {
      const key = JSON.parse(string) as string
      isUnique &&= open.at(-1)?.has(key) === false
      open.at(-1)?.add(key)
    } else if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      depth = Math.max(depth, open.length)
    } else if (token === '}' || token === ']') open.pop()
  }
  return { depth, isUnique }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const holdsOnly = (
  value: Record<string, unknown>,
  required: readonly string[],
  optional: readonly string[] = [],
): boolean =>
  required.every((key) => Object.hasOwn(value, key)) &&
  Object.keys(value).every((key) => [...required, ...optional].includes(key))
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1
const isList = (
  value: unknown,
  [least, most]: readonly [number, number],
  isItem: (item: unknown) => boolean,
): value is unknown[] => Array.isArray(value) && value.length >= least && value.length <= most && value.every(isItem)
const isSet = (
  value: unknown,
  size: readonly [number, number],
  isItem: (item: unknown) => boolean,
): value is unknown[] => isList(value, size, isItem) && new Set(value).size === value.length
const isText =
  (pattern: RegExp, isMore: (text: string) => boolean = () => true) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value) && isMore(value)

const isLanguage = isText(/^[a-z]{2,3}(-[A-Z]{2})?$/)
const isSegment = isText(/^[^/\\\0]+$/, (text) => [...text].length <= 128 && text !== '.' && text !== '..')

function isChange(value: Record<string, unknown>, facts: OracleFacts): boolean {
  const required = [
    'schemaVersion',
    'slug',
    'name',
    'languages',
    'highlightLanguages',
    'templates',
    'listed',
    'visibleTagSlugs',
    'graders',
    'manualGradingExercises',
  ]
  if (!holdsOnly(value, required, ['courseConfigUrl'])) return false
  const { schemaVersion, slug, name, languages, templates, graders } = value
  const isTag = (item: unknown): boolean => facts.tagSlugs.includes(item as string)
  return (
    schemaVersion === 1 &&
    slug === facts.slug &&
    typeof name === 'string' &&
    isName(name.normalize('NFC')) &&
    isSet(languages, [1, 16], isLanguage) &&
    isSet(value['highlightLanguages'], [0, 64], (item) => (highlightLanguages as readonly unknown[]).includes(item)) &&
    isPerhapsUrl(value['courseConfigUrl']) &&
    isObject(templates) &&
    holdsOnly(templates, ['automaticExtensions', 'extensions', 'excludedPathSegments']) &&
    typeof templates['automaticExtensions'] === 'boolean' &&
    isSet(templates['extensions'], [0, 64], isText(/^\.[A-Za-z0-9][A-Za-z0-9.+_-]{0,15}$/)) &&
    isSet(templates['excludedPathSegments'], [0, 64], isSegment) &&
    typeof value['listed'] === 'boolean' &&
    isSet(value['visibleTagSlugs'], [0, 256], isTag) &&
    isList(
      graders,
      [0, 200],
      (grader) =>
        isObject(grader) &&
        holdsOnly(grader, ['userId', 'languages'], ['feedbackTags', 'gradingTags']) &&
        facts.staff.includes(grader['userId'] as number) &&
        isSet(grader['languages'], [1, 16], (item) => languages.includes(item)) &&
        ['feedbackTags', 'gradingTags'].every(
          (key) => !Object.hasOwn(grader, key) || isSet(grader[key], [0, 64], isTag),
        ),
    ) &&
    new Set(graders.map((grader) => (grader as { userId: number }).userId)).size === graders.length &&
    isSet(value['manualGradingExercises'], [0, 1000], isId)
  )
}

/** The Braille blank is not white space by its Unicode properties. */
const isSeen = (character: string): boolean =>
  character.trim() !== '' && character !== '\u2800' && !/^\p{Default_Ignorable_Code_Point}$/u.test(character)

function isName(name: string): boolean {
  const characters = [...name]
  const codes = characters.map((character) => character.codePointAt(0)!)
  const isUnfit = (code: number): boolean => (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  return (
    characters.length >= 1 &&
    characters.length <= 200 &&
    characters.some(isSeen) &&
    !codes.some(isUnfit) &&
    !characters.some((character) => /\p{Control}|\p{Unassigned}|\p{Surrogate}/u.test(character))
  )
}

/** No rule here forbids the URL. Whether it is completely well formed is left to the service. */
function isPerhapsUrl(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (
    typeof value !== 'string' ||
    [...value].length > 2048 ||
    !/^https?:\/\/[^/?#]/i.test(value) ||
    /[\s\p{Control}\\]/u.test(value)
  )
    return false
  return URL.canParse(value) && !(/^https?:\/\/([^/?#]*)/i.exec(value)?.[1] ?? '').includes('@')
}

/** The URL is certainly well formed. */
const isPlainUrl = (value: unknown): boolean =>
  value === undefined || value === null || /^https?:\/\/[a-z0-9.-]+(:\d{1,4})?(\/[a-z0-9/_-]*)?$/.test(value as string)
