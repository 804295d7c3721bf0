import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { SubmissionRows } from '../claims/submission-rows.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { shownStates, type SubmissionFilter, submissionsPath } from './submission-filter.ts'

/** The values of a filter with what each is called. */
type Choices = readonly (readonly [value: string, name: string])[]

interface SubmissionsPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly courseId: number
  readonly filter: SubmissionFilter
  readonly rows: readonly SubmissionRow[]
  readonly nextCursor: string | null
  readonly choices: Readonly<Record<'exercise' | 'grader' | 'tag', Choices>>
}

export function SubmissionsPage({ texts, locale, courseId, filter, rows, nextCursor, choices }: SubmissionsPageProps) {
  const { title, none } = texts.submissions
  return (
    <>
      <h1>{title}</h1>
      <section class="card">
        <Filter texts={texts} courseId={courseId} filter={filter} choices={choices} />
        {rows.length === 0 ? (
          <p class="quiet">{none}</p>
        ) : (
          <SubmissionRows texts={texts} locale={locale} rows={rows} of="course" />
        )}
      </section>
      {nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={submissionsPath(courseId, filter, nextCursor)}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

type FilterProps = Pick<SubmissionsPageProps, 'texts' | 'courseId' | 'filter' | 'choices'>

function Filter({ texts, courseId, filter, choices }: FilterProps) {
  const { state, states, grader, tag, all, mine, clear } = texts.submissions
  const { byName, exerciseTitle, filter: narrow } = texts.queue
  const path = submissionsPath(courseId, {})
  return (
    <search>
      <form class="filter" method="get" action={path} autoComplete="off">
        <label>
          {/* A name that a browser puts back would stand beside a list that it does not filter. */}
          {byName} <input name="q" value={filter.q} maxLength={200} autoComplete="off" />
        </label>
        {choose('exercise', exerciseTitle, choices.exercise)}
        {choose(
          'state',
          state,
          shownStates.map((each) => [each, states[each]]),
        )}
        {choose('grader', grader, [['me', mine], ...choices.grader])}
        {choose('tag', tag, choices.tag)}
        <button>{narrow}</button>
        {Object.values(filter).some((value) => value !== '') && <a href={path}>{clear}</a>}
      </form>
    </search>
  )

  /** A value that an address has and the course lacks stays chosen, since the list is narrowed to it. */
  function choose(by: Exclude<keyof SubmissionFilter, 'q'>, title: string, known: Choices) {
    const value = filter[by]
    const isKnown = value === '' || known.some(([each]) => each === value)
    const shown: Choices = [['', all[by]], ...known, ...(isKnown ? [] : ([[value, value]] as const))]
    return (
      <label>
        {title}{' '}
        <select name={by} autoComplete="off">
          {shown.map(([each, text]) => (
            <option key={each} value={each} selected={each === value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    )
  }
}
