import type { createTextCutter, DrawnText } from '../colouring/drawn-text.ts'
import { type Notebook, type NotebookCell, type NotebookOutput, readNotebook } from './notebook.ts'

/** The lines of a file. Those of a notebook are the lines of its cells, and an annotation names these. */
export interface DrawnFile extends DrawnText {
  readonly notebook?: DrawnNotebook
}

export interface DrawnNotebook extends Pick<Notebook, 'more'> {
  readonly cells: readonly DrawnCell[]
  readonly areOutputsCut: boolean
}

export interface DrawnCell extends Pick<NotebookCell, 'kind' | 'outputs' | 'notDrawn'> {
  readonly firstLine: number
  readonly lastLine: number
}

export interface FileText {
  readonly path: string
  /** Undefined where it could not be read. */
  readonly text?: string | undefined
}

/** A notebook that is none is a text like any other. */
export function drawnFile({ path, text }: FileText, cut: ReturnType<typeof createTextCutter>): DrawnFile {
  const notebook = text !== undefined && /\.ipynb$/i.test(path) ? readNotebook(text) : null
  if (notebook === null) return cut(text)
  const { cells, more } = notebook
  const drawn = cut(textOf(cells))
  const outputs = cut(textOf(cells.flatMap((cell) => cell.outputs.filter(isLines))))
  let firstLine = 1
  let place = 0
  const cutOutput = (output: NotebookOutput): NotebookOutput | [] => {
    if (!isLines(output)) return output
    const lines = outputs.lines.slice(place, place + output.lines.length)
    place += output.lines.length
    return lines.length === 0 ? [] : { lines }
  }
  const drawnCells = cells.map((cell): DrawnCell => {
    const { kind, lines, notDrawn } = cell
    const first = firstLine
    firstLine += lines.length
    return { kind, notDrawn, firstLine: first, lastLine: firstLine - 1, outputs: cell.outputs.flatMap(cutOutput) }
  })
  return { ...drawn, notebook: { cells: drawnCells, more, areOutputsCut: outputs.isCut } }
}

interface Lines {
  readonly lines: readonly string[]
}

const isLines = (output: NotebookOutput): output is Lines => 'lines' in output

const textOf = (parts: readonly Lines[]): string => parts.map(({ lines }) => `${lines.join('\n')}\n`).join('')
