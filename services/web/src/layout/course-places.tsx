import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Texts } from '../texts/texts.ts'
import { gradesIn } from './course-of.ts'

/** The places of a course, in their order: only those whose pages stand. */
const coursePlaces = [
  { name: 'overview', path: '', isForTeachers: false },
  { name: 'submissions', path: '/submissions', isForTeachers: false },
  { name: 'rubrics', path: '/rubrics', isForTeachers: false },
  { name: 'comments', path: '/comments', isForTeachers: false },
  { name: 'students', path: '/students', isForTeachers: false },
  { name: 'deliveries', path: '/deliveries', isForTeachers: true },
  { name: 'settings', path: '/settings', isForTeachers: true },
] as const

interface CoursePlacesProps {
  readonly texts: Texts
  readonly within: Within
}

export interface Within {
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  /** Null on a page that belongs to none of them. */
  readonly at: (typeof coursePlaces)[number]['name'] | null
}

/** The row under the site's bar. Where there is one place alone, the name of the course leads there. */
export function CoursePlaces({ texts, within: { course, at } }: CoursePlacesProps) {
  const teaches = course.roles.includes('teacher')
  const shown = gradesIn(course) ? coursePlaces.filter(({ isForTeachers }) => teaches || !isForTeachers) : []
  if (shown.length < 2) return null
  return (
    <nav class="course" aria-label={texts.course.title}>
      {shown.map(({ name, path }) => (
        <a key={name} href={`/courses/${course.courseId}${path}`} aria-current={name === at ? 'page' : undefined}>
          {texts.course.places[name]}
        </a>
      ))}
    </nav>
  )
}
