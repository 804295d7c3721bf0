import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it as plain } from 'vitest'
import { parse } from 'yaml'
import { examples, itOfTeacher as it } from './teacher.fixture.ts'

describe('the tutorial about settings as code', () => {
  it('does what it says, from the fetched file to a settled conflict', async ({ teacher, colleague }) => {
    const fetched = await teacher.example('1-fetch.sh')
    expect(fetched).toEqual({ status: 0, output: expect.stringContaining('course-settings.mjs: OK') })
    expect(await teacher.example('2-pull.sh')).toMatchObject({ status: 0 })
    expect(await teacher.example('3-change.sh')).toEqual({ status: 2, output: expect.stringContaining('$.listed') })
    expect(await teacher.example('4-apply.sh')).toMatchObject({ status: 0 })
    await teacher.sh(`sed -i 's/^name: .*/name: Mine/' course-11.yaml`)
    await colleague({ name: 'Programming 1 (spring)' })
    const conflict = await teacher.example('5-conflict.sh')
    expect(conflict).toEqual({ status: 3, output: expect.stringMatching(/"Mine"[^]*"Programming 1 \(spring\)"/) })
    expect(await teacher.example('6-settle.sh')).toMatchObject({ status: 0 })
    expect(await teacher.sh('node course-settings.mjs diff')).toMatchObject({ status: 0 })
  })
})

describe.each(['github-actions.yml', 'gitlab-ci.yml'])('the scheduled job %s', (name) => {
  it('applies a change, takes over that of a colleague, and commits both to the main branch', async ({
    teacher,
    colleague,
  }) => {
    await teacher.publish()
    await teacher.sh(`sed -i 's/^listed: true/listed: false/' course-11.yaml && git commit -qam change && git push -q`)
    await colleague({ name: 'Theirs' })
    expect(await teacher.job(scriptOf(name))).toMatchObject({ status: 0 })
    await teacher.sh('git pull -q')
    expect(teacher.read('course-11.yaml')).toMatch(/name: Theirs[^]*listed: false/)
    expect(JSON.parse(teacher.read('.course-settings/11.json'))).toMatchObject({ name: 'Theirs', listed: false })
  })

  it('fails where the document last seen cannot be committed', async ({ teacher }) => {
    await teacher.publish()
    await teacher.sh(`sed -i 's/^listed: true/listed: false/' course-11.yaml && git commit -qam change && git push -q`)
    await teacher.protect()
    expect((await teacher.job(scriptOf(name))).status).not.toBe(0)
  })

  it('takes the branch as it is when it begins, also where it was queued before', async ({ teacher, colleague }) => {
    await teacher.publish()
    await teacher.sh(`sed -i 's/^listed: true/listed: false/' course-11.yaml && git commit -qam change && git push -q`)
    const trigger = (await teacher.sh('git rev-parse HEAD')).output.trim()
    expect(await teacher.job(scriptOf(name), checkedOutBy(name) ?? trigger)).toMatchObject({ status: 0 })
    await colleague({ listed: true })
    expect(await teacher.job(scriptOf(name), checkedOutBy(name) ?? trigger)).toMatchObject({ status: 0 })
    await teacher.sh('git pull -q && node course-settings.mjs pull 11')
    expect(teacher.read('course-11.yaml')).toMatch('listed: true')
  })

  it('fails at a conflict', async ({ teacher, colleague }) => {
    await teacher.publish()
    await teacher.sh(`sed -i 's/^name: .*/name: Mine/' course-11.yaml && git commit -qam change && git push -q`)
    await colleague({ name: 'Theirs' })
    expect(await teacher.job(scriptOf(name))).toEqual({ status: 3, output: expect.stringContaining('"Theirs"') })
  })

  plain('has the token from a secret alone', () => {
    const text = readFileSync(join(examples, name), 'utf8')
    const uses = text.split('\n').filter((line) => line.includes('COURSE_SETTINGS_TOKEN'))
    expect(uses.map((line) => line.trim())).toEqual(
      name.startsWith('github') ? ['COURSE_SETTINGS_TOKEN: ${{ secrets.COURSE_SETTINGS_TOKEN }}'] : [],
    )
  })
})

interface Step {
  readonly uses?: string
  readonly with?: { readonly ref?: string }
  readonly run?: string
  readonly if?: string
}
interface Workflow {
  readonly jobs: { readonly apply: { readonly steps: readonly Step[] } }
}

const textOf = (name: string): string => readFileSync(join(examples, name), 'utf8')

/** What GitHub's own step checks out; GitLab's runner always takes the commit that made the pipeline. */
const checkedOutBy = (name: string): string | undefined =>
  name === 'gitlab-ci.yml'
    ? undefined
    : (parse(textOf(name)) as Workflow).jobs.apply.steps.find(({ uses }) => uses?.startsWith('actions/checkout'))?.with
        ?.ref

/** What the runner does, as one script: each step by itself, those with `always()` also after one that failed. */
function scriptOf(name: string): string {
  const text = textOf(name)
  if (name === 'gitlab-ci.yml') {
    const { 'course-settings': job } = parse(text) as { 'course-settings': { script: string[] } }
    return ['set -e', ...job.script].join('\n')
  }
  const steps = (parse(text) as Workflow).jobs.apply.steps.filter(({ run }) => run !== undefined)
  const ran = steps.map(
    (step) =>
      `if [ $failed = 0 ]${step.if === 'always()' ? ' || true' : ''}; then (set -e; ${step.run}) || failed=$?; fi`,
  )
  return ['failed=0', ...ran, 'exit $failed'].join('\n')
}
