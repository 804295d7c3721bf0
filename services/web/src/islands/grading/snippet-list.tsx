import type { Texts } from '../../texts/texts.ts'
import { Fresh } from '../display/fresh.tsx'
import type { SnippetChoice } from './replies.ts'

export const listId = 'snippets'
export const optionId = (index: number): string => `snippet-${index}`

interface SnippetListProps {
  readonly names: Texts['snippets']
  /** Null before the first search has ended. */
  readonly items: readonly SnippetChoice[] | null
  readonly hasMore: boolean
  /** The index of the marked one. */
  readonly at: number
  readonly onChosen: (snippet: SnippetChoice) => void
}

/** The field of the search has the focus all the time, and says which one is marked. */
export function SnippetList({ names, items, hasMore, at, onChosen }: SnippetListProps) {
  const count = items?.length ?? 0
  const found = count === 0 ? names.none : names.found(count)
  return (
    <>
      <output class="quiet small">
        {items !== null && <Fresh text={hasMore ? `${found} ${names.more}` : found} />}
      </output>
      <div role="listbox" id={listId} class="options" aria-label={names.title} tabIndex={-1} hidden={count === 0}>
        {items?.map((item, index) => (
          <div
            key={item.id}
            role="option"
            id={optionId(index)}
            aria-selected={index === at}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChosen(item)}
          >
            {`${item.label}: ${item.text}`}
          </div>
        ))}
      </div>
    </>
  )
}
