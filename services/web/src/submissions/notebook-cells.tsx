import type { ComponentChildren } from 'preact'
import type { Texts } from '../texts/texts.ts'
import type { DrawnCell, DrawnNotebook } from './drawn-file.ts'
import { MarkedText } from './marked-text.tsx'

/** What stands below each line of a notebook that ends a cell: its outputs, and the head of the next one. The first head is below line 0. */
export function betweenLines(texts: Texts, { cells }: DrawnNotebook): ReadonlyMap<number, ComponentChildren> {
  const heads = new Map(cells.map(({ kind, firstLine }) => [firstLine - 1, kind]))
  const ended = new Map(cells.map((cell) => [cell.lastLine, cell]))
  return new Map(
    [0, ...ended.keys()].map((line) => {
      const cell = ended.get(line)
      const next = heads.get(line)
      return [
        line,
        <>
          {cell && <Outputs texts={texts} cell={cell} />}
          {next && <p class="cell">{texts.work.notebook.kinds[next]}</p>}
        </>,
      ]
    }),
  )
}

function Outputs({ texts, cell: { outputs, notDrawn } }: { readonly texts: Texts; readonly cell: DrawnCell }) {
  const { output: title, image, notDrawn: says } = texts.work.notebook
  if (outputs.length + notDrawn.length === 0) return null
  return (
    <div class="output">
      <p class="cell">{title}</p>
      {outputs.map((output, place) =>
        'image' in output ? (
          <img key={place} src={output.image} alt={image} loading="lazy" />
        ) : (
          <div key={place} class="output-text">
            {output.lines.map((line, at) => (
              <>
                {at > 0 && '\n'}
                <MarkedText texts={texts} text={line} />
              </>
            ))}
          </div>
        ),
      )}
      {notDrawn.length > 0 && <p class="cell">{says(notDrawn.join(', '))}</p>}
    </div>
  )
}

export function MoreOfNotebook({ texts, notebook }: { readonly texts: Texts; readonly notebook: DrawnNotebook }) {
  const { moreCells, moreImages, moreOutputs } = texts.work.notebook
  const { more, areOutputsCut } = notebook
  return (
    <>
      {more.cells > 0 && <p class="cell">{moreCells(more.cells)}</p>}
      {more.images > 0 && <p class="cell">{moreImages(more.images)}</p>}
      {areOutputsCut && <p class="cell">{moreOutputs}</p>}
    </>
  )
}
