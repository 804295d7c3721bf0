import { imageTypeOf } from '../islands/grading/image-type.ts'

/** A cell of a notebook. Its lines are numbered through with those of all other cells. */
export interface NotebookCell {
  readonly kind: CellKind
  readonly lines: readonly string[]
  readonly outputs: readonly NotebookOutput[]
  /** The kinds of what the cell has beside that, such as `text/html`. */
  readonly notDrawn: readonly string[]
}

export type NotebookOutput = { readonly lines: readonly string[] } | { readonly image: string }

export interface Notebook {
  readonly cells: readonly NotebookCell[]
  /** How many more it has than a page draws. */
  readonly more: { readonly cells: number; readonly images: number }
}

type CellKind = 'markdown' | 'code' | 'raw'
type Members = Readonly<Record<string, unknown>>

const maxCells = 1_000
const maxImages = 20
const maxImageBytes = 1_048_576
const maxNames = 10
const imageTypes = ['image/png', 'image/jpeg', 'image/gif']

/** Reads nbformat 4; null for anything else, and for cells of which a part would not be seen. */
export function readNotebook(text: string): Notebook | null {
  const notebook = parse(text)
  if (!isMembers(notebook) || notebook['nbformat'] !== 4 || !Array.isArray(notebook['cells'])) return null
  const cells: readonly unknown[] = notebook['cells']
  if (cells.length === 0 || !cells.every(isCell)) return null
  const images = { room: maxImages, more: 0 }
  const drawn = cells.slice(0, maxCells).map((cell) => readCell(cell, images))
  return { cells: drawn, more: { cells: cells.length - drawn.length, images: images.more } }
}

interface Cell extends Members {
  readonly cell_type: CellKind
  readonly source: Text
}

/** A text, or its pieces. */
type Text = string | readonly string[]

function isCell(value: unknown): value is Cell {
  if (!isMembers(value)) return false
  const { cell_type: kind, source } = value
  return (kind === 'markdown' || kind === 'code' || kind === 'raw') && isText(source)
}

interface ImageCount {
  room: number
  more: number
}

function readCell({ cell_type: kind, source, outputs }: Cell, images: ImageCount): NotebookCell {
  const read = kind === 'code' && Array.isArray(outputs) ? outputs.map((output) => readOutput(output, images)) : []
  const names = new Set(read.flatMap(({ notDrawn }) => notDrawn))
  return {
    kind,
    lines: linesOf(joined(source)),
    outputs: read.flatMap(({ output }) => output ?? []),
    notDrawn: [...names].slice(0, maxNames),
  }
}

interface ReadOutput {
  readonly output?: NotebookOutput | undefined
  readonly notDrawn: readonly string[]
}

function readOutput(output: unknown, images: ImageCount): ReadOutput {
  if (!isMembers(output)) return { notDrawn: [] }
  const { text, data, traceback, ename, evalue } = output
  if (isText(text)) return { output: textOutput(joined(text)), notDrawn: [] }
  if (Array.isArray(traceback) && traceback.length > 0)
    return { output: textOutput(traceback.map(String).join('\n')), notDrawn: [] }
  if (typeof ename === 'string') return { output: textOutput(`${ename}: ${String(evalue)}`), notDrawn: [] }
  return isMembers(data) ? readData(data, images) : { notDrawn: [] }
}

/** What is shown in one of several forms: an image before a text. HTML, SVG and scripts are named alone. */
function readData(data: Members, images: ImageCount): ReadOutput {
  const { 'text/plain': plain, ...others } = data
  const found = imageTypes.find((type) => isImage(type, data[type]))
  const notDrawn = Object.keys(others)
    .filter((type) => type !== found)
    .map((type) => (/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : '?'))
  const text = isText(plain) ? textOutput(joined(plain)) : undefined
  if (found === undefined) return { output: text, notDrawn }
  const base64 = base64Of(data[found])
  if (images.room === 0 || bytesIn(base64) > maxImageBytes) {
    images.more += 1
    return { output: text, notDrawn }
  }
  images.room -= 1
  return { output: { image: `data:${found};base64,${base64}` }, notDrawn }
}

/** The bytes decide, as for a file: a name may lie. */
function isImage(type: string, value: unknown): boolean {
  const base64 = base64Of(value)
  if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false
  return imageTypeOf(Uint8Array.from(atob(base64.slice(0, 24)), (character) => character.charCodeAt(0))) === type
}

const base64Of = (value: unknown): string => (isText(value) ? joined(value).replaceAll(/\s+/g, '') : '')

const bytesIn = (base64: string): number => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0)

function textOutput(text: string): NotebookOutput | undefined {
  const plain = withoutControls(text)
  return plain === '' ? undefined : { lines: linesOf(plain) }
}

/** A terminal would take these for colours, titles, links and moves. */
const escape = '\u001B'
const bell = '\u0007'
const sequences = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^${bell}${escape}]*(?:${bell}|${escape}\\\\)?|[ -/]*[0-~])`,
  'g',
)
const controls = /[\p{Cc}--[\t\n\r]]/gv

const withoutControls = (text: string): string => text.replaceAll(sequences, '').replaceAll(controls, '')

/** At least one, so that an empty cell can be annotated, too. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const joined = (text: Text): string => (typeof text === 'string' ? text : text.join(''))

const isText = (value: unknown): value is Text =>
  typeof value === 'string' || (Array.isArray(value) && value.every((piece) => typeof piece === 'string'))

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
