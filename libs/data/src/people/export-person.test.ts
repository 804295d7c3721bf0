import { describe, expect } from 'vitest'
import { aHead, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { exportPerson } from './export-person.ts'
import { listRecordedErasures } from './person-action-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { exportedText } from '../testing/about-people.ts'

const it = testIn(openWorld)

describe('exportPerson', () => {
  it('exports all data about the person, in one JSON document, and no data about others', async ({ world }) => {
    expect(JSON.parse(await exportedText(world.database, { courseId: world.courseId, userId: 10 }))).toEqual({
      courseId: world.courseId,
      userId: 10,
      exportedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      roster: [
        {
          username: 'user10',
          fullName: 'Åsa "Öberg"\n',
          email: 's10@example.org',
          studentId: '12345K',
          tagSlugs: ['a'],
          leftAt: null,
        },
      ],
      plannedResults: [],
      assessedSubmissions: [],
      assessments: [],
      assessmentHistory: [],
      parkedDrafts: [],
      feedback: [],
      feedbackVersions: [],
      submissions: [
        { submissionId: 1, exerciseId: 1, submittedAt: '2026-11-01T10:00:00.000Z', status: 'ready', grade: 4.25 },
      ],
      erasure: [],
      actions: [{ action: 'export', at: expect.stringMatching(/Z$/) }],
    })
  })

  it('exports no data of another course', async ({ world }) => {
    const there = await configureCourse(world.database, { manualGradingExercises: [2] })
    await refresh(world.database, there, {
      students: [aStudent(14, { fullName: 'There' })],
      submissions: [{ exerciseId: 2, heads: [aHead(2_001, [14])] }],
    })
    await refresh(world.database, world.courseId, {
      rosterIsSteady: false,
      students: [aStudent(14, { fullName: 'Here' })],
      submissions: [{ exerciseId: 3, heads: [aHead(2_002, [14])] }],
    })
    for (const [of, fullName, submissionId] of [
      [world.courseId, 'Here', 2_002],
      [there, 'There', 2_001],
    ] as const) {
      const text = await exportedText(world.database, { courseId: of, userId: 14 })
      const { roster, submissions } = JSON.parse(text) as Record<string, Record<string, unknown>[]>
      expect(roster?.map((row) => row['fullName'])).toEqual([fullName])
      expect(submissions?.map((row) => row['submissionId'])).toEqual([submissionId])
    }
  })

  it('reads many rows page by page', async ({ world }) => {
    const person = { courseId: world.courseId, userId: 12, byUserId: 101 }
    const pieces = await Array.fromAsync((await exportPerson(world.database, person)) ?? [])
    const { submissions } = JSON.parse(pieces.join('')) as { submissions: { submissionId: number }[] }
    expect(submissions.map((row) => row.submissionId)).toEqual(Array.from({ length: 1_234 }, (_, n) => 100 + n))
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000)
  })

  it('is recorded, with ids only, before the first piece is read', async ({ world }) => {
    await exportPerson(world.database, { courseId: world.courseId, userId: 11, byUserId: 101 })
    expect(await world.actionsOn(11)).toEqual([{ action: 'export', user_id: 11, by_user_id: 101 }])
  })
})

describe('listRecordedErasures', () => {
  it('lists the last erasure of each person in each course, in pages', async ({ world: { database, owner } }) => {
    const erase = (courseId: number, userId: number, byUserId: number, at: string) =>
      owner.query(
        `INSERT INTO person_action (id, course_id, user_id, by_user_id, action, at) VALUES (gen_random_uuid(), $1, $2, $3, 'erase', $4)`,
        [courseId, userId, byUserId, at],
      )
    await erase(71, 9, 101, '2026-11-01T00:00:00Z')
    await erase(71, 9, 102, '2026-11-02T00:00:00Z')
    await erase(72, 8, 103, '2026-11-01T00:00:00Z')
    const first = await listRecordedErasures(database, null, 1)
    expect(first).toEqual([{ courseId: 71, userId: 9, erasedAt: '2026-11-02T00:00:00.000000Z', byUserId: 102 }])
    expect(await listRecordedErasures(database, first[0] ?? null, 5)).toMatchObject([{ courseId: 72, userId: 8 }])
  })
})

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
  const courseId = await configureCourse(database, { manualGradingExercises: [1] })
  await refresh(database, courseId, {
    students: [
      aStudent(10, { fullName: 'Åsa "Öberg"\n', studentId: '12345K', tagSlugs: ['a'] }),
      aStudent(11),
      aStudent(12),
    ],
    submissions: [
      {
        exerciseId: 1,
        heads: [aHead(1, [10, 11], { grade: 4.25 }), ...Array.from({ length: 1_234 }, (_, n) => aHead(100 + n, [12]))],
      },
    ],
  })
  const actionsOn = async (userId: number) =>
    (
      await owner.query(
        'SELECT action, user_id::int, by_user_id::int FROM person_action WHERE course_id = $1 AND user_id = $2',
        [courseId, userId],
      )
    ).rows
  return { ...data, courseId, actionsOn }
}
