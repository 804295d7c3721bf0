import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { formatPoints } from '../islands/display/formats.ts'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import { Time } from '../islands/display/time.tsx'
import { RowTable } from '../layout/row-table.tsx'
import { Said } from '../layout/said.tsx'
import type { ExerciseNames } from '../rubrics/exercise-names.ts'
import type { Locale, Texts } from '../texts/texts.ts'
import { mayChange } from './find-comment.ts'
import { commentsPath, type ShownComments } from './shown-comments.ts'

interface CommentsPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: CourseBrief
  readonly shown: ShownComments
  readonly names: ExerciseNames
  readonly comments: readonly Snippet[]
  readonly nextCursor: string | null
  readonly said: string | null
}

export function CommentsPage(props: CommentsPageProps) {
  const { texts, course, shown, comments, nextCursor, said } = props
  const { title, none, create, templates } = texts.comments
  const path = (below?: string) => commentsPath(course.courseId, below)
  return (
    <>
      <div class="top">
        <h1>{title}</h1>
        <span class="buttons end">
          <a class="button" href={path('/templates')}>
            {templates.title}
          </a>
          <a class="button main" href={path('/new')}>
            {create}
          </a>
        </span>
      </div>
      <Said texts={[said]} />
      <section class="card" aria-label={title}>
        <Search texts={texts} path={path()} shown={shown} />
        {comments.length === 0 ? (
          <p class="quiet">{shown.q === '' ? none : texts.snippets.none}</p>
        ) : (
          <CommentTable {...props} />
        )}
      </section>
      {nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={commentsPath(course.courseId, '', { ...shown, cursor: nextCursor })}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

interface SearchProps extends Pick<CommentsPageProps, 'texts' | 'shown'> {
  readonly path: string
}

const Search = ({ texts, path, shown: { q } }: SearchProps) => (
  <search>
    <form class="filter" method="get" action={path} autoComplete="off">
      <label>
        {texts.snippets.search} <input name="q" value={q} maxLength={200} autoComplete="off" />
      </label>
      <button>{texts.comments.find}</button>
      {q !== '' && <a href={path}>{texts.comments.all}</a>}
    </form>
  </search>
)

/** What of a text stands in the list: all of it in its form. */
const shownCharacters = 240

function CommentTable({ texts, locale, course, shown, names, comments }: CommentsPageProps) {
  const { columns, onlyMe, retire } = texts.comments
  const of = (snippet: Snippet, what: 'change' | 'retire') =>
    commentsPath(course.courseId, `/${snippet.snippetId}/${what}`, shown)
  return (
    <RowTable
      rows={comments}
      keyOf={({ snippetId }) => snippetId}
      columns={[
        {
          title: columns.label,
          cell: (snippet) => (
            <>
              {mayChange(course, snippet) ? <a href={of(snippet, 'change')}>{snippet.label}</a> : snippet.label}{' '}
              {snippet.scope === 'personal' && <span class="tag">{onlyMe}</span>}
            </>
          ),
        },
        {
          title: columns.text,
          cell: ({ text }) => {
            const whole = localizedText(text, locale)
            return (
              <span lang={languageOfText(text, locale)}>
                {whole.length > shownCharacters ? `${whole.slice(0, shownCharacters).toWellFormed()}…` : whole}
              </span>
            )
          },
        },
        {
          title: columns.points,
          isNumber: true,
          cell: ({ points }) => points !== null && formatPoints(locale, points),
        },
        { title: columns.exercise, cell: ({ exerciseId }) => exerciseId !== null && names(exerciseId) },
        { title: columns.uses, isNumber: true, cell: ({ useCount }) => formatPoints(locale, useCount) },
        { title: columns.lastUsed, cell: ({ lastUsedAt }) => lastUsedAt !== null && <Time at={lastUsedAt} as="day" /> },
        {
          title: retire,
          isPlain: true,
          cell: (snippet) =>
            mayChange(course, snippet) && (
              <a href={of(snippet, 'retire')} aria-label={`${retire}: ${snippet.label}`}>
                {retire}
              </a>
            ),
        },
      ]}
    />
  )
}
