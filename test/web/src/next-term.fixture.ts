import type { SystemWorld } from '@course-grading/test-system/world'
import type { Teacher } from './world.fixture.ts'

const long = (bytes: number): string => 'A text of some length. '.repeat(bytes / 23)

/** 50 rubrics, and comments up to 2,000: more than fits into one request. */
export async function fillBank(world: SystemWorld, teacher: Teacher, courseId: number): Promise<void> {
  const params = { courseId }
  const { items } = (await teacher.listRubrics({ params, query: {} })).body
  for (let number = items.length; number < 50; number += 1) {
    const criteria = Array.from({ length: 48 }, (_, place) => ({
      id: `c${place}`,
      title: { en: `Criterion ${place}` },
      description: { en: long(2_000) },
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'points' as const,
      min: 0,
      max: 1,
      step: 1,
    }))
    const title = { en: `Rubric ${number}` }
    const document = { title, maxPoints: 48, startingPoints: 0, rounding: 'none' as const, criteria }
    const { body, etag } = await teacher.createRubric({ params, body: { document } })
    await teacher.publishRubric({ params: { rubricId: body.rubricId }, ifMatch: etag })
  }
  await world.query(
    `INSERT INTO snippet (snippet_id, course_id, label, text, search_text, revision, created_at)
     SELECT gen_random_uuid(), $1, 'Comment ' || number, json_build_object('en', $2::text), 'comment', 1, now()
     FROM generate_series(1, 2000 - (SELECT count(*)::int FROM snippet WHERE course_id = $1)) AS number`,
    [courseId, long(3_000)],
  )
}
