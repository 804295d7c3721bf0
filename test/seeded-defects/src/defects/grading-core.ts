import type { Catcher, Defect } from '../defect.ts'

const inData = (file: string, test: string): Catcher => ({
  project: 'data',
  file: `libs/data/src/${file}.test.ts`,
  test,
})
const inFrontend = (file: string, test: string): Catcher => ({
  project: 'frontend-internal',
  file: `services/frontend-internal/src/${file}.test.ts`,
  test,
})
const lockOrder = inFrontend('lock-order', 'the transactions of this service > take their locks in one order')

const claimNext = 'libs/data/src/claims/claim-next.ts'
const waitingForGrader = 'libs/data/src/claims/waiting-for-grader.ts'
const patchAssessment = 'services/frontend-internal/src/assessments/patch-assessment.ts'
const completeAssessment = 'services/frontend-internal/src/assessments/complete-assessment.ts'
const releaseGrades = 'libs/data/src/grading/release-grades.ts'

/** Mistakes in claims, saves, completions and releases. */
export const gradingCore: readonly Defect[] = [
  {
    title: 'the next claim passes by locks, but not by leases',
    edits: [{ file: waitingForGrader, old: ' AND coalesce(known.held_until <= clock_timestamp(), TRUE)', new: '' }],
    caughtBy: [
      inData('claims/claim-next', 'claimNext > has nothing left when everything is held'),
      inData('claims/claim-next', 'claimNext, at the same time > gives no submission to two graders'),
    ],
    always: true,
  },
  {
    title: 'the next claim does not count the claims that the grader has',
    edits: [
      {
        file: claimNext,
        old: ' AND live.claims < settings.max_open_claims AS now',
        new: ' AS now',
      },
    ],
    caughtBy: [
      inData('claims/claim-next', 'claimNext > stops at as many claims as the exercise allows'),
      inData('claims/claim-next', 'claimNext, at the same time > keeps the limit of a grader'),
    ],
  },
  {
    title: 'the next claim ignores the languages of the grader',
    edits: [{ file: waitingForGrader, old: '  AND ${isInLanguage(registered, restriction)}\n', new: '' }],
    caughtBy: [inFrontend('claims/claim-next', 'claimNext > replies 204 when nothing is left for the caller')],
  },
  {
    title: 'a save overwrites changes since the revision on which it is based',
    edits: [
      {
        file: 'services/frontend-internal/src/assessments/refused-save.ts',
        old: ' ||\n    touchedParts(before, patch).some((part) => hasChangedSince(revisions, expectedRevision, part))',
        new: '',
      },
    ],
    caughtBy: [
      inFrontend('assessments/refused-save', 'a refused save of patchAssessment > refuses to write over'),
      inFrontend('assessments/patch-assessment', 'patchAssessment > takes one of two saves of the same part'),
    ],
    always: true,
  },
  {
    title: 'a refused save is parked in a transaction that is rolled back',
    edits: [
      {
        file: patchAssessment,
        old: 'return { refused: await parkRefusedSave(tx, found, before, problem, save) }',
        new: 'throw await parkRefusedSave(tx, found, before, problem, save)',
      },
      { file: patchAssessment, old: "    if ('refused' in saved) throw saved.refused\n", new: '' },
    ],
    caughtBy: [
      inFrontend(
        'assessments/refused-save',
        'a refused save of patchAssessment > parks the save of somebody who lost the claim',
      ),
      inFrontend('assessments/refused-save', 'a refused save of patchAssessment > keeps what somebody typed after'),
    ],
  },
  {
    title: 'the history keeps the first of several saves, and not their last result',
    edits: [
      {
        file: 'libs/data/src/assessments/save-judgement.ts',
        old: 'points_after = saved.points, judgement = ${judgement}::json',
        new: 'points_after = saved.points',
      },
    ],
    caughtBy: [inFrontend('assessments/patch-assessment', 'patchAssessment > writes saves of one person')],
  },
  {
    title: 'a completion makes its delivery after its transaction',
    edits: [
      {
        file: completeAssessment,
        old: '  insertCompletedResult,\n  lockAssessment,\n',
        new: '  insertCompletedResult,\n  insertDelivery,\n  lockAssessment,\n',
      },
      { file: completeAssessment, old: 'isReleased }, locked, delivery)', new: 'isReleased }, locked)' },
      {
        file: completeAssessment,
        old: "  return { assessment: completed, outcome: 'completed' }",
        new: "  return { assessment: completed, outcome: 'completed', later: { ...delivery, resultId: inserted.resultId } } as never",
      },
      {
        file: completeAssessment,
        old: 'const { assessment, outcome } =',
        new: 'const { assessment, outcome, later } =',
      },
      {
        file: completeAssessment,
        old: "      if (outcome === 'completed') {\n",
        new: "      if (outcome === 'completed') {\n        await database.transaction((tx) => insertDelivery(tx, later))\n",
      },
    ],
    caughtBy: [
      {
        project: 'system',
        file: 'test/system/src/grading/killed-completions.long.test.ts',
        test: 'a completion > is whole or nothing when its connection breaks at COMMIT (answer)',
      },
    ],
  },
  {
    title: 'a completion locks the row of the submission before it waits for erasures',
    edits: [
      {
        file: completeAssessment,
        old: 'const locked = await lockStoredSubmission(tx, submissionId)',
        new: 'const locked = undefined',
      },
    ],
    caughtBy: [lockOrder],
  },
  {
    title: 'students read the notes for graders',
    edits: [
      {
        file: 'libs/domain/src/assessments/shown-result.ts',
        old: "score.comment === undefined || score.comment === '' ? null : textAsHtml(score.comment)",
        new: "textAsHtml((score.comment ?? '') + Object.values(criterion.graderNote ?? {}).join())",
      },
    ],
    caughtBy: [
      {
        project: 'domain',
        file: 'libs/domain/src/assessments/result-texts.test.ts',
        test: 'the text of a result > has nothing that is for staff',
      },
    ],
    always: true,
  },
  {
    title: 'a release shows results and leaves their grades held',
    edits: [
      {
        file: releaseGrades,
        old: 'WHERE delivery.id = chosen.held_id AND chosen.is_deliverable',
        new: 'WHERE delivery.id = chosen.held_id AND chosen.released_at IS NOT NULL AND chosen.is_deliverable',
      },
    ],
    caughtBy: [inData('grading/release-grades', 'releaseGrades > releases 2,000 results and sends their grades')],
  },
  {
    title: 'anonymous work has a name as soon as it is completed',
    edits: [
      {
        file: 'libs/data/src/submissions/submission-names.ts',
        old: 'AND completed_result.released_at IS NOT NULL',
        new: '',
      },
    ],
    caughtBy: [inData('grading/list-grades', 'listGrades > names nobody where work is anonymous')],
  },
]
