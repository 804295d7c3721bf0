import type { CourseBrief, CourseView, PublicCourses } from './course-view.ts'

export const courseBriefExample: CourseBrief = {
  courseId: 11,
  slug: 'programming-1',
  name: 'Programming 1',
  code: 'PRG-1',
  instanceName: '2026',
  configured: true,
  listed: true,
  roles: ['teacher'],
}

export const courseViewExample: CourseView = {
  ...courseBriefExample,
  languages: ['fi', 'en'],
  counts: { students: 30, waiting: 12, inProgress: 0 },
  takenAt: '2026-11-02T08:15:00.000Z',
}

export const publicCoursesExample: PublicCourses = {
  courses: [{ courseId: 11, slug: 'programming-1', name: 'Programming 1', languages: ['fi', 'en'], listed: true }],
}
