import { frontendSecret } from '@course-grading/test-system/frontend-client'
import { type SystemWorld, tokenOf } from '@course-grading/test-system/world'
import { createFrontendTransport } from '@course-grading/frontend-transport'
import type { Teacher } from './world.fixture.ts'

/** Of each way to become part of a page that is not text. */
const vectors = [
  '<script>canary()</script>',
  '<img src=x onerror=canary()>',
  '"><svg onload=canary()>',
  `' autofocus onfocus=canary() x="`,
  '</textarea></title></script><script>canary()</script>',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<meta http-equiv=refresh content=0;url=https://evil.example/>',
  '<base href=https://evil.example/>',
  '<iframe src=javascript:canary()></iframe>',
  '<style>@import "https://evil.example/b.css"</style>',
  '&lt;script&gt;canary()&lt;/script&gt;',
  ']]>--><!--',
  '\u202Ecanary\u2066',
]
export const hostile = `\n${vectors.join(' ')}`
/** A course's name here has one line, and at most 200 characters. */
const hostileName = vectors.slice(0, 5).join(' ')

/** A snippet's label has one line, and at most 80 characters. */
const hostileLabel = '"><img src=x onerror=canary()></script><script>canary()</script>'

const hostileMarkdown = [
  hostile,
  '[a link](javascript:canary())',
  '[another](JaVaScRiPt&colon;canary() "onclick=canary()")',
  '<javascript:canary()>',
  '![an image](https://evil.example/a.png)',
  '![an image](x" onerror="canary())',
  '[data](data:text/html;base64,PHNjcmlwdD5jYW5hcnkoKTwvc2NyaXB0Pg==)',
  '`</code><script>canary()</script>`',
  '| a | b |\n|---|--:|\n| <script>canary()</script> | [c](vbscript:canary()) |',
  `\`\`\`\n${'a long line '.repeat(20)}\n\`\`\``,
].join('\n\n')

const courseId = 11
const notSetUp = 12
const exerciseId = 1103
const works = { released: 3031, completed: 3033, held: 3032, postponed: 3034 } as const

/** Everything that the learning platform says about people, courses and work. */
export function makeHostile({ upstream: { world } }: SystemWorld): void {
  for (const id of [courseId, notSetUp])
    Object.assign(world.course(id), { name: hostile, instanceName: hostile, code: hostile })
  Object.assign(world.exercise(exerciseId), {
    name: hostile,
    formSpec: [{ key: 'answer', type: 'textarea', title: hostile, required: false }],
    formI18n: {},
  })
  world.addTag({ courseId, slug: 'hostile', name: hostile, description: hostile, visibleToStudents: true })
  for (const userId of [101, 103, 201, 202, 203, 204])
    Object.assign(world.user(userId), { firstName: hostile, lastName: hostile })
  const group = [205, 206, 207, 208, 209, 210, 211]
  const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  for (const userId of group) Object.assign(world.user(userId), { firstName: longName, lastName: longName })
  world.submission(works.held).submitterIds = group
  for (const submissionId of Object.values(works)) {
    const submission = world.submission(submissionId)
    submission.answers = [
      ['answer', hostile],
      [hostile, hostile],
    ]
    for (const file of submission.files) {
      Object.assign(file, { filename: `${hostile}.html`, paramName: hostile })
      file.content = { kind: 'bytes', bytes: Buffer.from(hostile) }
    }
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="canary()"><script>canary()</script></svg>'
  for (const [filename, bytes] of [
    ['text.png', Buffer.from(svg)],
    [`${hostile}.png`, Buffer.from(`${svg}\0`)],
  ] as const) {
    const file = { id: world.nextId(), filename, paramName: hostile, content: { kind: 'bytes' as const, bytes } }
    world.submission(works.held).files.push(file)
  }
}

const texts = { en: hostile, fi: hostile }
const rubric = {
  title: texts,
  description: texts,
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'half' as const,
  criteria: [
    {
      id: 'levels',
      title: texts,
      description: texts,
      graderNote: texts,
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'levels' as const,
      levels: [0, 10].map((points) => ({
        id: `l${points}`,
        title: texts,
        description: texts,
        points,
        commentRequired: false,
        graderNote: texts,
      })),
    },
    {
      id: 'checks',
      title: texts,
      required: false,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'checks' as const,
      checks: [1, 5].map((maxTimes) => ({
        id: `c${maxTimes}`,
        title: texts,
        points: 2,
        maxTimes,
        visibility: 'always' as const,
        commentRequired: false,
        graderNote: texts,
      })),
      minChecks: 0,
      maxChecks: null,
    },
  ],
}

/** The same of everything that people write here, by the boundary. */
export async function assessHostile(teacher: Teacher, frontendUrl: string): Promise<void> {
  const { body: settings, etag } = await teacher.getCourseSettings({ params: { courseId } })
  const { revision: _, courseId: _id, tags: _tags, ltiLoginUrl: _url, ...own } = settings
  await teacher.putCourseSettings({ params: { courseId }, body: { ...own, name: hostileName }, ifMatch: etag })
  await teacher.refreshCourseTags({ params: { courseId } })
  await judgeByHostile(teacher)
  const about = { scope: 'course' as const, exerciseId: null, criterionId: null, points: null }
  await teacher.createSnippet({ params: { courseId }, body: { ...about, label: hostileLabel, text: texts } })
  const transport = createFrontendTransport({ baseUrl: frontendUrl, secret: frontendSecret })
  try {
    const { body } = await transport.createSession({ body: { token: tokenOf(103) } })
    const grader = transport.withSession(body.sessionId)
    for (const [work, submissionId] of Object.entries(works)) {
      const id = await assess(grader, submissionId)
      if (work === 'postponed') await grader.postponeAssessment({ params: { id }, body: { note: hostile } })
      if (work === 'held' || work === 'postponed') continue
      await grader.completeAssessment({ params: { id }, ifMatch: '"3"' })
      const params = { courseId, exerciseId }
      if (work === 'released') await teacher.releaseGrades({ params, body: { assessmentIds: [id] } })
    }
  } finally {
    await transport.close()
  }
}

async function judgeByHostile(teacher: Teacher): Promise<void> {
  const { body } = await teacher.createRubric({ params: { courseId }, body: { document: rubric } })
  await teacher.publishRubric({ params: { rubricId: body.rubricId }, ifMatch: '"1"' })
  const params = { courseId, exerciseId }
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
  await teacher.putExerciseGrading({ params, body: { ...settings, rubricId: body.rubricId }, ifMatch })
}

async function assess(grader: Teacher, submissionId: number): Promise<string> {
  const { body: draft } = await grader.claimSubmission({ params: { submissionId } })
  const params = { id: draft.id }
  const scores = {
    levels: { levelId: 'l10', comment: hostileMarkdown },
    checks: { checks: { c1: 1, c5: 2 }, comment: hostileMarkdown },
  }
  const adjustment = { points: 1, reason: hostile }
  const judgement = { scores, adjustment, privateNote: hostileMarkdown }
  await grader.patchAssessment({ params, ifMatch: '"1"', body: judgement })
  const { body: content } = await grader.getSubmissionContent({ params: { submissionId } })
  const anchors = [
    ...content.files.map(({ fileId, path }) => ({ fileId, path })),
    ...content.formAnswers.map(({ key }) => ({ answerKey: key })),
  ]
  const remark = { startLine: 1, endLine: 2, kind: 'issue' as const, body: hostileMarkdown, private: false }
  const annotations = Object.fromEntries(anchors.map((anchor, number) => [`a${number}`, { ...remark, anchor }]))
  await grader.patchFeedback({
    params: { id: draft.feedbackId },
    ifMatch: '"1"',
    body: { body: hostileMarkdown, annotations },
  })
  return draft.id
}
