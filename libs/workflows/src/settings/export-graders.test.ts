import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { describe, expect, it } from 'vitest'
import { problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { exportGraders } from './export-graders.ts'
import { importGraders } from './import-graders.ts'

const world = useDemoWorld()
const exported = async () => exportGraders(world, await world.settingsOf(11), world.as(101))
const header = '\uFEFFemail;languages;feedbackTags;gradingTags\r\n'

describe('exportGraders', () => {
  it('writes people without an address, or with an address of several people, with their user id', async () => {
    world.fake.world.user(102).email = ''
    world.fake.world.user(105).email = 'assistant-en@example.org'
    expect(await exported()).toBe(`${header}"102";"fi";"";"group-a"\r\n"103";"en,fi";"";""\r\n`)
  })

  it('writes people whom the platform no longer shows with their user id', async () => {
    world.fake.world.users.delete(102)
    expect(await exported()).toContain('"102";"fi"')
  })

  it('guards an address that a spreadsheet would run as a formula', async () => {
    world.fake.world.user(102).email = '=1+1@example.org'
    expect(await exported()).toContain('"\'=1+1@example.org";"fi"')
  })

  it('writes a file whose import gives the same graders', async () => {
    world.fake.world.user(102).email = '+fi@example.org'
    const before = (JSON.parse((await world.settingsOf(11)).document) as CourseSettings).graders
    const { graders } = await importGraders(world, {
      current: await world.settingsOf(11),
      expectedRevision: 1,
      csv: Buffer.from(await exported()),
      dryRun: false,
      allowEmpty: false,
      userId: 101,
      upstreamCall: world.as(101),
    })
    expect(graders).toEqual(before)
  })

  it('fails if the platform fails', async () => {
    world.fake.faults.add({ path: '/api/v2/users/*', action: { kind: 'status', status: 500 } })
    expect(await problemOf(exported())).toMatchObject({ code: 'upstream_unavailable' })
  })
})
