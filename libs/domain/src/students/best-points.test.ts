import { describe, expect, it } from 'vitest'
import { bestPoints } from './best-points.ts'

describe('bestPoints', () => {
  it('is the best grade upstream that is ready, for staff, whatever was judged here', () => {
    const rows = [shown(11, 'ready', 3), shown(11, 'ready', 7), shown(11, 'waiting', 9), shown(12, 'unofficial', 5)]
    expect(bestPoints(rows, 'staff')).toEqual(new Map([[11, { points: 7, maxPoints: null }]]))
  })

  it('is the best released result by its own maximum, for a student', () => {
    const rows = [released(11, 12, 40), released(11, 7.5, 10), released(12, 0, 0), shown(13, 'ready', 9)]
    expect(bestPoints(rows, 'student')).toEqual(
      new Map([
        [11, { points: 7.5, maxPoints: 10 }],
        [12, { points: 0, maxPoints: 0 }],
      ]),
    )
  })
})

const shown = (exerciseId: number, status: string, grade: number) => ({
  exerciseId,
  points: null,
  maxPoints: 10,
  upstream: { status, grade },
})
const released = (exerciseId: number, points: number, maxPoints: number) => ({
  exerciseId,
  points,
  maxPoints,
  upstream: null,
})
