import { DomainError } from '@course-grading/domain'
import { defineHandler, etagOf } from '@course-grading/http-kit'
import { readSettingsRevision } from '@course-grading/workflows'
import { admitTeacher } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const getSettingsRevision = (deps: Deps): FrontendHandler<'getSettingsRevision'> => defineHandler({
  admit: async (admission) => {
    await admitTeacher(deps, admission)
    const { courseId, revision } = admission.params
    const detail = await readSettingsRevision(deps.database, courseId, revision)
    if (detail === null) throw new DomainError('not_found')
    return detail
  },
  handle: async ({ resource }) => ({ status: 200, json: JSON.stringify(resource), etag: etagOf(resource.revision) }),
})
