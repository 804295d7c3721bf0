import type { RubricDocument } from './rubric-document.ts'
import type { Rubric, RubricBrief, RubricVersion, RubricVersionDetail } from './rubric.ts'

export const rubricIds = {
  published: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c01',
  draft: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c02',
  archived: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c03',
  finished: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c04',
} as const

export const rubricDocumentExample: RubricDocument = {
  title: { en: 'Programming project', fi: 'Ohjelmointiprojekti' },
  description: { en: 'How the second project is judged.' },
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'half',
  criteria: [
    {
      id: 'structure',
      title: { en: 'Structure of the program', fi: 'Ohjelman rakenne' },
      graderNote: { en: 'Look at the names first.' },
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'levels',
      levels: [
        { id: 'poor', title: { en: 'One long function' }, points: 0, commentRequired: true },
        { id: 'good', title: { en: 'Functions with one task each' }, points: 8.5, commentRequired: false },
      ],
    },
    {
      id: 'faults',
      title: { en: 'Faults' },
      required: false,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'checks',
      checks: [
        {
          id: 'no-tests',
          title: { en: 'There are no tests' },
          points: -2.25,
          maxTimes: 1,
          visibility: 'always',
          commentRequired: false,
        },
        {
          id: 'copied',
          title: { en: 'Copied code' },
          points: -1,
          maxTimes: 5,
          visibility: 'chosen',
          commentRequired: true,
        },
      ],
      minChecks: 0,
      maxChecks: null,
    },
    {
      id: 'report',
      title: { en: 'Report' },
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'points',
      min: 0,
      max: 11.5,
      step: 0.25,
    },
  ],
}

export const rubricBriefExample: RubricBrief = {
  rubricId: rubricIds.published,
  courseId: 11,
  state: 'published',
  revision: 3,
  title: rubricDocumentExample.title,
  hasDraft: true,
  latestVersion: 1,
  latestWording: 1,
  exerciseIds: [],
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:30:00.000Z',
}

export const rubricExample: Rubric = {
  ...rubricBriefExample,
  uses: [{ version: 1, inProgress: 4, completed: 27 }],
  draft: { ...rubricDocumentExample, rounding: 'whole' },
  latest: rubricDocumentExample,
}

export const newRubricExample: Rubric = {
  ...rubricBriefExample,
  rubricId: rubricIds.draft,
  state: 'draft',
  revision: 1,
  latestVersion: null,
  latestWording: null,
  updatedAt: rubricBriefExample.createdAt,
  uses: [],
  draft: rubricDocumentExample,
  latest: null,
}

export const rubricVersionExample: RubricVersion = {
  version: 1,
  wording: 1,
  title: rubricDocumentExample.title,
  publishedAt: '2026-11-02T08:15:00.000Z',
  userId: 101,
  by: { userId: 101, fullName: 'Terry Teacher', alias: false },
}

export const rubricVersionDetailExample: RubricVersionDetail = {
  ...rubricVersionExample,
  document: rubricDocumentExample,
}
