import type { Catcher, Defect } from '../defect.ts'

const way = 'libs/http-kit/src/operations/serve-operations.ts'
const notices = (first: string, second: string): Catcher => ({
  project: 'public-api',
  file: 'services/public-api/src/settings/order-of-checks.test.ts',
  test: `putCourseSettings: the order of checks > reports ${first} before ${second}`,
})
const readBody =
  '\n    const body = (bodyOf ? await bodies.read(ctx.req, caller?.userId, () => bodyOf.read(ctx)) : undefined) as undefined'
const readBodyOfAnybody = readBody.replace('caller?.userId', 'undefined')
const whoCalls = '\n    const caller = credential'
const rights = '\n      const found = courseInBody'
const publicRights = 'services/public-api/src/identity/authorize.ts'
const requireTeacher = `
    if (!(await caller.teaches(courseId, () => upstreamCall({ caller, ...rest })))) throw new DomainError('forbidden')`
const settingsFound = '\n    return settings'
const mediaType = '\n    bodyOf?.requireMediaType(ctx)'
const precondition = '\n    const expectedRevision = requirePrecondition(ctx.req, operation, parameters.query)'

export const checkOrder: readonly Defect[] = [
  {
    title: 'the body is read before it is known who calls',
    edits: [
      { file: way, old: readBody, new: '' },
      { file: way, old: whoCalls, new: readBodyOfAnybody + whoCalls },
    ],
    caughtBy: [notices('no token', 'malformed JSON'), notices('an assistant', 'a body over the limit')],
    always: true,
  },
  {
    title: 'the body is read before it is known whether the course is theirs',
    edits: [
      { file: way, old: readBody, new: '' },
      { file: way, old: rights, new: readBody + rights },
    ],
    caughtBy: [
      notices('an assistant', 'malformed JSON'),
      notices('a course that is not configured', 'a body over the limit'),
    ],
  },
  {
    title: 'the precondition comes before the media type',
    edits: [{ file: way, old: mediaType + precondition, new: precondition + mediaType }],
    caughtBy: [notices('another media type', 'no If-Match')],
  },
  {
    title: 'the body comes before the precondition',
    edits: [
      { file: way, old: readBody, new: '' },
      { file: way, old: precondition, new: readBody + precondition },
    ],
    caughtBy: [notices('no If-Match', 'malformed JSON'), notices('a weak If-Match', 'an unknown field')],
  },
  {
    title: 'callers without a right learn which courses are configured',
    edits: [
      { file: publicRights, old: requireTeacher, new: '' },
      { file: publicRights, old: settingsFound, new: requireTeacher + settingsFound },
    ],
    caughtBy: [
      {
        project: 'public-api',
        file: 'services/public-api/src/settings/get-course-settings.test.ts',
        test: 'getCourseSettings > ',
      },
      notices('an assistant', 'a course that is not configured'),
    ],
  },
  {
    title: 'the rules of the course come before its revision',
    edits: [
      {
        file: 'libs/workflows/src/settings/replace-course-settings.ts',
        old: `  if (current.revision !== expectedRevision) throw new DomainError('revision_conflict')\n`,
        new: '',
      },
    ],
    caughtBy: [notices('a stale revision', 'another slug'), notices('a stale revision', 'a grader who is not staff')],
  },
]
