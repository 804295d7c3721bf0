import { describe, expect } from 'vitest'
import { itOfService as it } from '../course-settings.fixture.ts'

describe('what the service finds wrong', () => {
  it.for([
    { rule: 'a slug that changes', old: 'slug: programming-1', next: 'slug: programming-9', found: 'immutable $.slug' },
    {
      rule: 'a tag that is not there',
      old: '[group-a, group-b]',
      next: '[group-a, nope]',
      found: 'invalid_value $.visibleTagSlugs',
    },
    {
      rule: "a grader's language",
      old: 'languages: [en, fi]',
      next: 'languages: [sv]',
      found: 'invalid_value $.graders[1].languages',
    },
    {
      rule: 'an exercise of nobody',
      old: '[1103, 1104]',
      next: '[1103, 9]',
      found: 'invalid_value $.manualGradingExercises',
    },
  ])('is shown at its line: $rule', async ({ old, next, found }, { desk }) => {
    await desk.course('pull', '11')
    desk.edit(old, next)
    const line =
      1 +
      desk
        .read()
        .split('\n')
        .findIndex((each) => each.includes(next))
    const { exitCode, stderr } = await desk.course('apply')
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: expect.stringContaining(`course-11.yaml:${line}:`) })
    expect(stderr).toContain(found)
  })

  it('is shown at the line of the file as it is, although a merge would have moved it', async ({ desk, colleague }) => {
    await desk.course('pull', '11')
    desk.edit('manualGradingExercises: [1103, 1104]', 'manualGradingExercises: [1103, 1104, 9]')
    await colleague({ graders: [102, 103, 101].map((userId) => ({ userId, languages: ['fi'] })) })
    const line =
      1 +
      desk
        .read()
        .split('\n')
        .findIndex((each) => each.startsWith('manualGradingExercises'))
    expect((await desk.course('apply', '--merge')).stderr).toContain(`course-11.yaml:${line}:`)
  })
})
