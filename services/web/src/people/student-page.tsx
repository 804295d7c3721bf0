import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { StudentPage } from '@course-grading/contracts/students/student'
import { formatOutOf, languageName } from '../islands/display/formats.ts'
import { Time } from '../islands/display/time.tsx'
import type { Visit } from '../http/visit.ts'
import { nameOfExercise } from '../layout/names.ts'
import { RowTable } from '../layout/row-table.tsx'
import { Said } from '../layout/said.tsx'
import { UpstreamNote } from '../layout/upstream-note.tsx'
import { teaches } from '../rubrics/rubric-of.ts'
import { submissionsPath } from '../submissions/submission-filter.ts'
import { personPath, textPath } from './people-paths.ts'
import { TagNames } from './tag-names.tsx'

const rowsShown = 200

interface OneStudentPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly course: CourseBrief
  /** Of the course. */
  readonly languages: readonly string[]
  readonly person: StudentPage
  /** The code in the address that says why nothing was begun. */
  readonly notice: string | null
}

/**
 * Names of the platform may be empty, or have nothing that is seen, which usernames never are. What turns the direction of a sentence stays
 * out of it, so that the name reads as it is typed.
 */
export const nameOf = ({ fullName, username }: Pick<StudentPage, 'fullName' | 'username'>): string =>
  plain(fullName) === '' ? username : fullName.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').trim()

/** A name as nobody can mistype it: without what is not seen. */
export const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cf}\p{Cc}]+/gu, ' ')
    .trim()

export function OneStudentPage({ visit, course, languages, person, notice }: OneStudentPageProps) {
  const { texts, locale, session } = visit
  const { notices, hasLeft, asFile, erasure, data } = texts.people
  const path = personPath({ courseId: course.courseId, userId: person.userId })
  const said = notice === 'full' || notice === 'notWritten' ? notices[notice] : null
  return (
    <>
      <div class="top">
        <div>
          <h1>{nameOf(person)}</h1>
          <p class="quiet small">
            {[person.studentId, person.email].filter((part) => part !== null && part !== '').join(' · ')}{' '}
            <TagNames slugs={person.tagSlugs} />
            {person.left && <span class="tag warn">{hasLeft}</span>}
          </p>
        </div>
        {!person.left && person.userId !== session.user.userId && (
          <form method="post" action={`${path}/feedback`} class="buttons">
            {languages.length > 1 ? (
              <label>
                <span class="visually-hidden">{texts.people.text.language}</span>
                <select name="language" autoComplete="off">
                  {languages.map((language) => (
                    <option key={language} value={language}>
                      {languageName(locale, language)}
                    </option>
                  ))}
                </select>
              </label>
            ) : (
              <input type="hidden" name="language" value={languages[0]} />
            )}
            <button>{texts.people.write}</button>
          </form>
        )}
      </div>
      <Said texts={[said]} />
      <Work texts={texts} locale={locale} course={course} person={person} />
      <Points texts={texts} locale={locale} person={person} />
      <Texts texts={texts} locale={locale} course={course} person={person} />
      {teaches(course) && (
        <section class="card padded">
          <h2>{data}</h2>
          <div class="buttons">
            <a class="button" href={`${path}/data.json`} download>
              {asFile}
            </a>
            <a class="button" href={`${path}/erase`}>
              {erasure.button}
            </a>
          </div>
        </section>
      )}
    </>
  )
}

interface PartProps extends Pick<Visit, 'texts' | 'locale'> {
  readonly course: CourseBrief
  readonly person: StudentPage
}

/** The newest; the list of submissions has them all. */
function Work({ texts, locale, course, person }: PartProps) {
  const { work, noWork, newest } = texts.people
  const { submissions, studentId } = person
  return (
    <section class="card">
      <h2>{work}</h2>
      {submissions.length === 0 && <p class="quiet">{noWork}</p>}
      {submissions.length > rowsShown && (
        <p class="small">
          {newest(rowsShown)}{' '}
          <a
            href={submissionsPath(course.courseId, {
              q: studentId === null || studentId === '' ? nameOf(person) : studentId,
            })}
          >
            {texts.submissions.clear}
          </a>
        </p>
      )}
      {submissions.length > 0 && (
        <RowTable
          rows={submissions.slice(0, rowsShown)}
          keyOf={({ submissionId }) => submissionId}
          columns={[
            {
              title: texts.queue.exerciseTitle,
              cell: (row) => (
                <a href={`/submissions/${row.submissionId}`}>
                  {nameOfExercise(row, texts, locale)}
                  {row.attempt !== null && <span class="visually-hidden">, {texts.grading.attempt(row.attempt)}</span>}
                </a>
              ),
            },
            { title: texts.queue.attempt, isNumber: true, cell: ({ attempt }) => attempt },
            { title: texts.queue.handedIn, cell: ({ submittedAt }) => <Time at={submittedAt} /> },
            { title: texts.submissions.state, cell: ({ state }) => texts.submissions.states[state] },
            {
              title: texts.queue.points,
              isNumber: true,
              cell: (row) =>
                row.points !== null && (
                  <>
                    {formatOutOf(locale, row.points, row.maxPoints)}
                    <div>
                      <UpstreamNote texts={texts} locale={locale} upstream={row.upstream} given={row} />
                    </div>
                  </>
                ),
            },
          ]}
        />
      )}
    </section>
  )
}

function Points({ texts, locale, person: { pointsByExercise } }: Omit<PartProps, 'course'>) {
  const { best } = texts.people
  const known = pointsByExercise.filter(({ points }) => points !== null)
  if (known.length === 0) return null
  return (
    <section class="card padded">
      <h2>{best}</h2>
      <dl class="sums number">
        {known.map(({ points, maxPoints, ...exercise }) => (
          <div key={exercise.exerciseId}>
            <dt>{nameOfExercise(exercise, texts, locale)}</dt>
            <dd>{formatOutOf(locale, points ?? 0, maxPoints)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Texts({ texts, locale, course: { courseId }, person }: PartProps) {
  const { feedback, noFeedback, columns, general } = texts.people
  const { reading, unread, stateOf } = texts.people.text
  const exercises = new Map(person.submissions.map((row) => [row.submissionId, nameOfExercise(row, texts, locale)]))
  return (
    <section class="card">
      <h2>{feedback}</h2>
      {person.feedback.length === 0 && <p class="quiet">{noFeedback}</p>}
      {person.feedback.length > rowsShown && <p class="small">{texts.people.newest(rowsShown)}</p>}
      {person.feedback.length > 0 && (
        <RowTable
          rows={person.feedback.slice(0, rowsShown)}
          keyOf={({ id }) => id}
          columns={[
            {
              title: columns.about,
              cell: ({ id, submissionId }) =>
                submissionId === null ? (
                  <a href={textPath({ courseId, id })}>{general}</a>
                ) : (
                  <a href={`/submissions/${submissionId}`}>
                    {exercises.get(submissionId) ?? texts.course.submission(submissionId)}
                  </a>
                ),
            },
            { title: columns.by, cell: ({ author }) => author?.fullName },
            { title: columns.changed, cell: ({ updatedAt: at }) => at !== null && <Time at={at} /> },
            { title: texts.submissions.state, cell: ({ state }) => stateOf[state as keyof typeof stateOf] },
            { title: texts.rubrics.publishedAt, cell: ({ publishedAt: at }) => at !== null && <Time at={at} /> },
            {
              title: reading,
              cell: ({ state, readAt: at }) =>
                at === null ? state === 'published' && <span class="tag">{unread}</span> : <Time at={at} />,
            },
          ]}
        />
      )}
    </section>
  )
}
