import { describe, expect, it } from 'vitest'
import { shareWaiting } from './grading-progress.ts'

const group = (language: string, count: number, ...tags: string[]) => ({ language, tags, count })
const exercise = (exerciseId: number, ...groups: ReturnType<typeof group>[]) => ({
  exerciseId,
  exerciseName: null,
  groups,
})
const share = (graders: Parameters<typeof shareWaiting>[0], ...work: ReturnType<typeof exercise>[]) =>
  shareWaiting(graders, ['fi', 'en', 'sv'], work)

describe('shareWaiting', () => {
  it('counts for each grader the work of all exercises that language and tags admit', () => {
    const graders = [
      { languages: ['fi'] },
      { languages: ['fi', 'en'], gradingTags: ['a', 'b'] },
      { languages: [], gradingTags: [] },
    ]
    const work = [
      exercise(1, group('fi', 3, 'a'), group('fi', 5)),
      exercise(2, group('fi', 7, 'a'), group('en', 11, 'b', 'c')),
    ]
    expect(share(graders, ...work).mayGrade).toEqual([15, 21, 0])
  })

  it('names what no grader may grade: by language where nobody grades it, and else by tags', () => {
    const graders = [
      { languages: ['fi'], gradingTags: ['a'] },
      { languages: ['en'], gradingTags: ['b'] },
    ]
    const work = [
      exercise(1, group('fi', 1, 'a')),
      exercise(2, group('sv', 2, 'a'), group('sv', 3), group('fi', 4, 'b'), group('en', 5), group('de', 6, 'b')),
    ]
    expect(share(graders, ...work).stuck).toEqual([
      { exerciseId: 2, exerciseName: null, languages: [{ language: 'sv', count: 5 }], byTags: 9 },
    ])
  })

  it('names nothing while there is no grader, since teachers may grade everything', () => {
    expect(share([], exercise(1, group('fi', 1)))).toEqual({ mayGrade: [], stuck: [] })
  })
})
