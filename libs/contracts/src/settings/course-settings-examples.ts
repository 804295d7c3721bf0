import type { CourseSettingsDocument, CourseSettingsUpdate } from './course-settings.ts'

export const courseSettingsUpdateExample: CourseSettingsUpdate = {
  schemaVersion: 1,
  slug: 'programming-1',
  name: 'Programming 1',
  languages: ['fi', 'en'],
  highlightLanguages: ['python', 'scala'],
  courseConfigUrl: null,
  templates: { automaticExtensions: true, extensions: ['.py', '.scala'], excludedPathSegments: ['node_modules'] },
  listed: true,
  visibleTagSlugs: ['group-a'],
  graders: [
    { userId: 102, languages: ['fi'], gradingTags: ['group-a'] },
    { userId: 103, languages: ['en', 'fi'] },
  ],
  manualGradingExercises: [1103, 1104],
}

const { schemaVersion, ...change } = courseSettingsUpdateExample

export const courseSettingsExample: CourseSettingsDocument = {
  revision: 7,
  schemaVersion,
  courseId: 11,
  ...change,
  tags: [{ slug: 'group-a', name: 'Group A', description: 'Exercise group A', color: '#CD0000', fontWhite: true }],
  ltiLoginUrl: null,
}

export const newCourseSettingsExample: CourseSettingsDocument = {
  revision: 1,
  schemaVersion,
  courseId: 12,
  slug: 'programming-2',
  name: 'Programming 2',
  languages: ['en'],
  highlightLanguages: [],
  courseConfigUrl: null,
  templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
  listed: false,
  visibleTagSlugs: [],
  graders: [],
  manualGradingExercises: [],
  tags: [],
  ltiLoginUrl: null,
}
