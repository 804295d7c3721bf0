import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type { Locale, Texts } from '../texts/texts.ts'

interface MyCoursesPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly courses: readonly CourseBrief[]
  /** Whether there are courses that no list shows to their students. */
  readonly hasUnlisted: boolean
  readonly pinned: readonly number[]
  readonly notice: string | null
}

/** Pinned courses come first, in the order in which they were pinned. */
export function MyCoursesPage({ texts, locale, courses, hasUnlisted, pinned, notice }: MyCoursesPageProps) {
  const { title, none, noneListed, notConfigured, roles: roleNames } = texts.courses
  const place = ({ courseId }: CourseBrief): number =>
    pinned.includes(courseId) ? pinned.indexOf(courseId) : pinned.length
  return (
    <section>
      <h1>{title}</h1>
      {notice !== null && <output class="notice">{notice}</output>}
      {courses.length === 0 ? (
        <p class="quiet">{hasUnlisted ? noneListed : none}</p>
      ) : (
        <ul class="card list">
          {courses
            .toSorted((a, b) => place(a) - place(b))
            .map((course) => (
              <li key={course.courseId}>
                <a href={`/courses/${course.courseId}`}>{pickLanguage(course.name, locale)}</a>{' '}
                <span class="quiet small">
                  {[
                    course.code,
                    pickLanguage(course.instanceName, locale),
                    ...course.roles.map((role) => roleNames[role]),
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>{' '}
                {!course.configured && <span class="tag warn">{notConfigured}</span>}
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}
