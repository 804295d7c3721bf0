import type { CopiedGrading } from '@course-grading/contracts/grading/copy-course-grading'
import { writeGradingCopies, type WrittenCopies } from '@course-grading/data/grading/write-grading-copies'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { requireTeacher } from '../access/course-member.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { languagesOf } from '../rubrics/require-document.ts'
import { prepareCopies, type PreparedCopies } from './prepare-copies.ts'

export const copyCourseGrading: FrontendHandler<'copyCourseGrading'> = async (call, deps) => {
  const { fromCourseId, exercises } = call.body
  await requireTeacher(deps, call, fromCourseId)
  if ((await deps.loadCourseSettings(fromCourseId)) === null) throw new DomainError('not_found')
  const request = { fromCourseId, courseId: call.params.courseId, exercises }
  const languages = languagesOf(call.subject)
  const prepared = await prepareCopies(deps.database, { ...request, languages })
  const { rubrics, snippets } = prepared
  const copies = { ...request, languages, userId: call.caller.userId, rubrics, snippets }
  const written = await deps.database.transaction((tx) => writeGradingCopies(tx, copies))
  return { status: 200, body: toCopiedGrading(prepared, written) }
}

function toCopiedGrading(
  prepared: PreparedCopies,
  { rubrics, snippets, exercises, templates }: WrittenCopies,
): CopiedGrading {
  const made = new Set(rubrics.map(({ sourceId }) => sourceId))
  return {
    rubrics: rubrics.map(({ sourceId, copyId }) => ({ from: sourceId, to: copyId })),
    snippets: snippets.filter(({ copyId }) => copyId !== null).length,
    exercises: exercises.flatMap(({ from, to, reason }) => (reason === null ? [{ from, to }] : [])),
    templates: templates.flatMap(({ language, reason }) => (reason === null ? [language] : [])),
    leftOut: {
      // A prepared copy that was not written was made by somebody else meanwhile, or exceeds the course's maximum.
      rubrics: [
        ...prepared.rubricsLeftOut.map(({ id, ...rubric }) => ({ rubricId: id, ...rubric })),
        ...prepared.rubrics.flatMap(({ sourceId }) =>
          made.has(sourceId) ? [] : [{ rubricId: sourceId, reason: 'copied_before', isNewerThanCopy: false }],
        ),
      ],
      snippets: [
        ...prepared.snippetsLeftOut.map(({ id, reason }) => ({ snippetId: id, reason })),
        ...snippets.flatMap(({ sourceId, copyId, wasCopied }) =>
          copyId === null ? [{ snippetId: sourceId, reason: wasCopied ? 'copied_before' : 'too_many' }] : [],
        ),
      ],
      exercises: exercises.flatMap(({ from, to, reason }) => (reason === null ? [] : [{ from, to, reason }])),
      settings: exercises.flatMap(({ from, to, lacksDueAt, lacksReleaseAt }) => [
        ...(lacksDueAt ? [{ from, to, setting: 'dueAt' as const, reason: 'time' }] : []),
        ...(lacksReleaseAt ? [{ from, to, setting: 'releaseAt' as const, reason: 'time' }] : []),
      ]),
      templates: templates.flatMap(({ language, reason }) => (reason === null ? [] : [{ language, reason }])),
    },
  }
}
