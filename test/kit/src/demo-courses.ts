import {
  composeCourseSettings,
  type CourseSettings,
  type CourseTag,
} from '@course-grading/domain/settings/course-settings'

/** The tags of the demo course as the simulator has them; a system test compares the two. */
const tagsOfProgramming1: readonly CourseTag[] = [
  { slug: 'group-a', name: 'Group A', description: 'Exercise group A', color: '#1B7F4B', fontWhite: true },
  { slug: 'group-b', name: 'Group B', description: 'Exercise group B', color: '#FFE08A', fontWhite: false },
  { slug: 'retaking', name: 'Retaking', description: '', color: '#CD0000', fontWhite: true },
]

const templates = { automaticExtensions: true, extensions: [], excludedPathSegments: [] }

/** The configured courses of the demo world, at their first revision. */
export const demoCourses = {
  programming1: composeCourseSettings(
    { revision: 1, courseId: 11, tags: tagsOfProgramming1, ltiLoginUrl: null },
    {
      schemaVersion: 1,
      slug: 'programming-1',
      name: 'Programming 1',
      languages: ['fi', 'en'],
      highlightLanguages: ['python', 'scala'],
      templates,
      listed: true,
      visibleTagSlugs: ['group-a', 'group-b'],
      graders: [
        { userId: 102, languages: ['fi'], gradingTags: ['group-a'] },
        { userId: 103, languages: ['en', 'fi'] },
      ],
      manualGradingExercises: [1103, 1104],
    },
  ),
  dataStructures: composeCourseSettings(
    { revision: 1, courseId: 13, tags: [], ltiLoginUrl: null },
    {
      schemaVersion: 1,
      slug: 'data-structures',
      name: 'Data Structures',
      languages: ['en'],
      highlightLanguages: ['java'],
      templates,
      listed: true,
      visibleTagSlugs: [],
      graders: [],
      manualGradingExercises: [1301],
    },
  ),
} as const satisfies Record<string, CourseSettings>
