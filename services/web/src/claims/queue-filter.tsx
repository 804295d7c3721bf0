import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import type { Texts } from '../texts/texts.ts'
import { listPath, type ShownList } from './queue-lists.ts'

interface QueueFilterProps {
  readonly texts: Texts
  readonly path: string
  readonly shown: ShownList
  readonly rows: readonly SubmissionRow[]
}

/** Finds people by name. Anonymous work has no names to find it by, so a list of nothing else has no filter. */
export function QueueFilter({ texts, path, shown, rows }: QueueFilterProps) {
  const { byName, filter, all } = texts.queue
  const hasNames = rows.some(({ submitters }) => submitters.some(({ alias }) => !alias))
  if (!hasNames && shown.q === '') return null
  return (
    <search>
      <form class="filter" method="get" action={path} autoComplete="off">
        <input type="hidden" name="state" value={shown.list} />
        <label>
          {/* A name that a browser puts back would stand beside a list that it does not filter. */}
          {byName} <input name="q" value={shown.q} maxLength={200} autoComplete="off" />
        </label>
        <button>{filter}</button>
        {shown.q !== '' && <a href={listPath(path, { ...shown, q: '' })}>{all}</a>}
      </form>
    </search>
  )
}
