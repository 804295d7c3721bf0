import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type { Locale, Texts } from '../texts/texts.ts'

interface UnconfiguredCoursePageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: CourseBrief
  readonly error: string | null
}

export function UnconfiguredCoursePage({ texts, locale, course, error }: UnconfiguredCoursePageProps) {
  const { notSetUp, forTeachers, forOthers, button } = texts.setUp
  const isTeacher = course.roles.includes('teacher')
  return (
    <section class="narrow">
      <h1>{pickLanguage(course.name, locale)}</h1>
      <p>{notSetUp}</p>
      <p class="quiet">{isTeacher ? forTeachers : forOthers}</p>
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {isTeacher && (
        <form method="post" action={`/courses/${course.courseId}/set-up`}>
          <button class="main">{button}</button>
        </form>
      )}
    </section>
  )
}
