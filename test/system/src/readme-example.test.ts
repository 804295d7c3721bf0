import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import type { ServiceProcess } from './service-process.ts'
import { it } from './system-test.ts'

describe('the examples of the README', () => {
  it('read, write, and are rejected when they write the stale revision again', async ({ publicApi }) => {
    expect(await runExample('First example', 'http://127.0.0.1:8081', publicApi)).toMatch(
      /^read revision "1"\n\{"revision":2,.*"name":"Programming 1, autumn".*\n200\n\{"error":\{"code":"revision_conflict",.*\n412\n$/,
    )
  })

  it('sign in, refresh a course, find a student, and sign out', async ({ frontend }) => {
    const lines = (await runExample('Signing in', 'http://127.0.0.1:8082', frontend)).trim().split('\n')
    expect(lines.filter((line) => /^\d{3}$/.test(line))).toEqual(['200', '200', '200', '204', '401'])
    expect(lines[0]).toMatch(/^\{"items":\[\{"courseId":11,"slug":"programming-1".*"courseId":12/)
    expect(JSON.parse(lines[2]!)).toMatchObject({ revision: 1, students: { added: 30, removed: 0 } })
    expect((JSON.parse(lines[4]!) as { items: { username: string }[] }).items.map(({ username }) => username)).toEqual([
      'student07',
    ])
    expect(lines.at(-2)).toContain('"code":"invalid_session"')
  })

  it('list submissions, read the files of one, and fetch it as a ZIP file', async ({ frontend }) => {
    const output = await runExample('Reading a submission', 'http://127.0.0.1:8082', frontend)
    const [list = '', ...lines] = output.trim().split('\n')
    expect(JSON.parse(list)).toMatchObject({ items: [{ submissionId: 3001 }], nextCursor: expect.any(String) })
    expect(lines).toEqual([
      expect.stringMatching(/^solution\.py (modified|none) """Word counter\."""$/),
      'notes.txt none Muistiinpanot 1: ä ö å',
      '200 application/zip',
    ])
  })
})

const checkout = join(import.meta.dirname, '../../..')

/** Runs the first shell lines below a heading, in a new folder, with the service's address. Returns their output. */
async function runExample(heading: string, from: string, { url }: ServiceProcess): Promise<string> {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const text = readme.split(`\n## ${heading}\n`)[1] ?? ''
  const example = /```sh\n([^]*?)```/
    .exec(text)?.[1]
    ?.replace(from, url)
    .replace(/^\. infra/, `. ${checkout}/infra`)
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
