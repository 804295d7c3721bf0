import type { StudentRow } from '@course-grading/contracts/students/student'
import { Time } from '../islands/display/time.tsx'
import { RowTable } from '../layout/row-table.tsx'
import { Said } from '../layout/said.tsx'
import type { Texts } from '../texts/texts.ts'
import { personPath, studentsPath } from './people-paths.ts'
import { feedbackStates, filterOf, listPath, type ShownStudents } from './shown-students.ts'
import { nameOf } from './student-page.tsx'
import { TagNames } from './tag-names.tsx'

interface StudentsPageProps {
  readonly texts: Texts
  readonly courseId: number
  readonly shown: ShownStudents
  /** The slugs of the course. */
  readonly tags: readonly string[]
  readonly page: { readonly items: readonly StudentRow[]; readonly nextCursor: string | null }
  /** Whether somebody has just been erased, whose name is said nowhere any more. */
  readonly isErased: boolean
}

export function StudentsPage({
  texts,
  courseId,
  shown,
  tags,
  page: { items, nextCursor },
  isErased,
}: StudentsPageProps) {
  const { title, nobody, columns, erasure } = texts.people
  return (
    <>
      <h1>{title}</h1>
      <Said texts={[isErased ? erasure.done : null]} />
      <section class="card" aria-label={title}>
        <StudentsFilter texts={texts} courseId={courseId} shown={shown} tags={tags} />
        {items.length === 0 && <p class="quiet">{nobody}</p>}
        {items.length > 0 && (
          <RowTable
            rows={items}
            keyOf={({ userId }) => userId}
            columns={[
              {
                title: columns.name,
                cell: (row) => <a href={personPath({ courseId, userId: row.userId })}>{nameOf(row)}</a>,
              },
              { title: columns.studentId, cell: ({ studentId }) => studentId },
              { title: columns.tags, cell: ({ tagSlugs }) => tagSlugs.length > 0 && <TagNames slugs={tagSlugs} /> },
              { title: columns.last, cell: ({ lastSubmissionAt: at }) => at !== null && <Time at={at} /> },
              { title: columns.open, isNumber: true, cell: ({ openWork }) => openWork },
              { title: columns.finished, isNumber: true, cell: ({ finishedWork }) => finishedWork },
            ]}
          />
        )}
      </section>
      {nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={listPath(courseId, shown, nextCursor)}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

function StudentsFilter({
  texts,
  courseId,
  shown,
  tags,
}: Pick<StudentsPageProps, 'texts' | 'courseId' | 'shown' | 'tags'>) {
  const { byName, byFeedback, anyFeedback, feedback, whoLeft } = texts.people.filters
  const { tag, all } = texts.submissions
  return (
    <search>
      <form class="filter" method="get" action={studentsPath(courseId)} autoComplete="off">
        <label>
          {byName} <input name="q" value={shown.q} maxLength={200} autoComplete="off" />
        </label>
        <label>
          {tag}{' '}
          <select name="tag" autoComplete="off">
            <option value="">{all.tag}</option>
            {tags.map((slug) => (
              <option key={slug} value={slug} selected={slug === shown.tag}>
                {slug}
              </option>
            ))}
          </select>
        </label>
        <label>
          {byFeedback}{' '}
          <select name="feedback" autoComplete="off">
            <option value="">{anyFeedback}</option>
            {feedbackStates.map((state) => (
              <option key={state} value={state} selected={state === shown.feedback}>
                {feedback[state]}
              </option>
            ))}
          </select>
        </label>
        <label class="choice">
          <input type="checkbox" name="left" checked={shown.left} autoComplete="off" /> {whoLeft}
        </label>
        <button>{texts.queue.filter}</button>
        {Object.keys(filterOf(shown)).length > 0 && <a href={studentsPath(courseId)}>{texts.queue.all}</a>}
      </form>
    </search>
  )
}
