import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { demoTokenOf, type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { demoCourses, type PublicApiProcess, seedDemoWorld, startPublicApi } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientProgram } from './client-program.ts'
import { compile, type CompileError } from './compile.ts'
import { type GeneratedClient, generateClient } from './generate-client.ts'

describe('types generated from the OpenAPI document', () => {
  it('let a program compile that reads and writes settings', () => {
    expect(errors.filter(({ file }) => !basename(file).startsWith('wrong-'))).toEqual([])
  })

  it.each(mistakes)('do not let $mistake compile', ({ blamed, fileName }) => {
    const lines = errors.filter(({ file }) => basename(file) === fileName).map(({ line }) => line)
    expect(lines.join('\n')).toContain(blamed)
  })
})

describe('a client generated from the OpenAPI document', () => {
  let database: TestDatabase
  let upstream: FakeUpstream
  let service: PublicApiProcess

  beforeAll(async () => {
    ;[database, upstream] = await Promise.all([createTestDatabase(seedDemoWorld), startFakeUpstream()])
    service = await startPublicApi(database.urls.publicApi, upstream.url)
  })

  afterAll(async () => {
    await service.stop()
    await upstream.close()
    await database.drop()
  })

  it('reads the settings, writes them under the revision read, and gets 412 for a stale one', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [client.program, service.url, demoTokenOf(101)], {
      env: {},
    })
    const settings = demoCourses.programming1
    expect(JSON.parse(stdout)).toEqual({
      read: { status: 200, courseId: 11, revision: 1, etag: '"1"', tags: settings.tags.length, ltiLoginUrl: null },
      written: {
        status: 200,
        etag: '"2"',
        settings: { ...settings, revision: 2, name: `${settings.name}, spring`, listed: false },
      },
      stale: { status: 412, code: 'revision_conflict', issues: [] },
    })
  })
})

let errors: readonly CompileError[]
let client: GeneratedClient
beforeAll(setUp)
afterAll(() => client.remove())

/**
 * Each is an edit of the program that must not compile. The compiler must report the edited line, or the line with `blamed`.
 */
const mistakes = [
  { mistake: 'a misspelt field', right: 'listed: false', wrong: 'lisetd: false' },
  { mistake: 'a field of another type', right: 'listed: false', wrong: "listed: 'no'" },
  { mistake: 'a field that clients may not write', right: 'listed: false', wrong: 'listed: false, revision: 2' },
  { mistake: 'a write of too few fields', right: 'body: changed', wrong: "body: { name: 'Programming' }" },
  {
    mistake: 'a write without If-Match',
    right: "params: { path, header: { 'If-Match': ifMatch } }",
    wrong: 'params: { path }',
  },
  {
    mistake: 'a course id that is a text',
    right: 'path = { courseId: 11 }',
    wrong: "path = { courseId: '11' }",
    blamed: 'params: { path',
  },
  {
    mistake: 'a path that does not exist',
    right: "GET('/api/v1/courses/{courseId}/settings'",
    wrong: "GET('/api/v1/courses'",
  },
  { mistake: 'a method that does not exist', right: 'client.PUT(', wrong: 'client.POST(' },
  { mistake: 'a field that the reply does not have', right: 'tags: tags.length', wrong: 'tags: read.data.labels' },
  {
    mistake: 'a field that errors do not have',
    right: 'stale.error?.error.code',
    wrong: 'stale.error?.error.reason',
  },
].map((edit, index) => ({ blamed: edit.wrong, ...edit, fileName: `wrong-${index}.ts` }))

async function setUp() {
  client = await generateClient()
  const files = mistakes.map(({ fileName }) => join(client.folder, fileName))
  await Promise.all(
    mistakes.map(({ right, wrong }, index) => {
      if (clientProgram.split(right).length !== 2) throw new Error(`not once in the program: ${right}`)
      return writeFile(files[index] ?? '', clientProgram.replace(right, wrong))
    }),
  )
  // All programs are compiled in one run, because most of the compiler's time goes into reading the standard library.
  errors = compile([client.program, ...files])
}
