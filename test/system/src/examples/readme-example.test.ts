import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillDemoCourse } from '@course-grading/starter'
import { describe, expect } from 'vitest'
import { frontendSecret } from '../frontend-client.ts'
import { registerEssays } from '../register-essays.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it } from '../system-test.ts'

describe('the examples of the READMEs', () => {
  it('read, write, and are rejected when they write the stale revision again', async ({ publicApi }) => {
    expect(await runExample('README.md', 'First example', publicApi)).toMatch(
      /^read revision "1"\n\{"revision":2,.*"name":"Programming 1, autumn".*\n200\n\{"error":\{"code":"revision_conflict",.*\n412\n$/,
    )
  })

  it('sign in, refresh a course, find a student, and sign out', async ({ frontend }) => {
    const lines = (await runExample(ofFrontend, 'Signing in', frontend)).trim().split('\n')
    expect(lines.filter((line) => /^\d{3}$/.test(line))).toEqual(['200', '200', '200', '204', '401'])
    expect(lines[0]).toMatch(/^\{"items":\[\{"courseId":11,"slug":"programming-1".*"courseId":12/)
    expect(JSON.parse(lines[2]!)).toMatchObject({ revision: 1, students: { added: 30, removed: 0 } })
    expect((JSON.parse(lines[4]!) as { items: { username: string }[] }).items.map(({ username }) => username)).toEqual([
      'student07',
    ])
    expect(lines.at(-2)).toContain('"code":"invalid_session"')
  })

  it('list submissions, read the files of one, and fetch it as a ZIP file', async ({ frontend }) => {
    const output = await runExample(ofFrontend, 'Reading a submission', frontend)
    const [list = '', ...lines] = output.trim().split('\n')
    expect(JSON.parse(list)).toMatchObject({ items: [{ submissionId: 3001 }], nextCursor: expect.any(String) })
    expect(lines).toEqual([
      expect.stringMatching(/^solution\.py (modified|none) """Word counter\."""$/),
      'notes.txt none Muistiinpanot 1: ä ö å',
      '200 application/zip',
    ])
  })

  it('claim an essay, judge it, write its feedback, complete it, and release it', async ({ frontend, world }) => {
    await registerEssays(world, [3031])
    const signal = AbortSignal.timeout(60_000)
    const simulatorUrl = world.upstream.url
    await fillDemoCourse({ simulatorUrl, frontendUrl: frontend.url, secret: frontendSecret, signal })
    expect(await runExample(ofFrontend, 'Grading a submission', frontend)).toMatch(
      /^assessment \S+\n204\n204\n200\n\{"released":1,[^]*\{"items":\[\{.*"submissionId":3031,/,
    )
  })
})

const checkout = join(import.meta.dirname, '../../../..')
const ofFrontend = 'services/frontend-internal/README.md'

/**
 * Runs the first shell lines below a heading, in a new folder, with the service's address, which those for the frontend take
 * from `F`. Returns their output.
 */
async function runExample(path: string, heading: string, { url }: ServiceProcess): Promise<string> {
  const readme = readFileSync(join(checkout, path), 'utf8')
  const [, text = ''] = readme.split(new RegExp(`\n##+ ${heading}\n`))
  const example = /```sh\n([^]*?)```/
    .exec(text)?.[1]
    ?.replace('http://127.0.0.1:8081', url)
    .replace(/^\. infra/, `. ${checkout}/infra`)
    // No process sends grades here.
    .replace('\nsleep 3\n', '\n')
  expect(example).toMatch(/^(U=http:|\. \/)/)
  const folder = mkdtempSync(join(tmpdir(), 'example-'))
  try {
    return (
      await promisify(execFile)('bash', ['-c', example!], {
        cwd: folder,
        env: { ...process.env, F: `${url}/internal/frontend` },
      })
    ).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
