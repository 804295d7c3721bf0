import type { ChecksCriterion, LevelsCriterion, PointsCriterion, RubricDocument } from './rubric-document.ts'

const en = (text: string) => ({ en: text })
const ofCriterion = { required: false, commentRequired: false, visibleToStudent: true } as const

export const aLevelsCriterion: LevelsCriterion = {
  id: 'structure',
  title: en('Structure'),
  description: en('How it is built'),
  graderNote: en('Names first'),
  ...ofCriterion,
  kind: 'levels',
  levels: [
    { id: 'poor', title: en('Poor'), points: 0.1, commentRequired: true },
    { id: 'good', title: en('Good'), description: en('Short functions'), points: 4.2, commentRequired: false },
  ],
}

export const aChecksCriterion: ChecksCriterion = {
  id: 'faults',
  title: en('Faults'),
  ...ofCriterion,
  kind: 'checks',
  checks: [
    { id: 'late', title: en('Late'), points: -0.35, maxTimes: 1, visibility: 'always', commentRequired: false },
    { id: 'copied', title: en('Copied'), points: -0.1, maxTimes: 3, visibility: 'chosen', commentRequired: true },
    { id: 'long', title: en('Long'), points: 0.2, maxTimes: 99, visibility: 'never', commentRequired: false },
  ],
  minChecks: 1,
  maxChecks: 2,
}

export const aPointsCriterion: PointsCriterion = {
  id: 'report',
  title: en('Report'),
  ...ofCriterion,
  kind: 'points',
  min: -1.1,
  max: 3.4,
  step: 0.3,
}

/** A rubric with a criterion of each kind, and what `change` replaces. */
export function aRubric(change: Partial<RubricDocument> = {}): RubricDocument {
  return {
    title: en('Project'),
    maxPoints: 10,
    startingPoints: 1,
    rounding: 'none',
    criteria: [aLevelsCriterion, aChecksCriterion, aPointsCriterion],
    ...change,
  }
}
