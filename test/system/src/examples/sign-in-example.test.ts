import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mapOf } from '@course-grading/starter'
import { describe, expect } from 'vitest'
import { it } from '../system-test.ts'

describe('the sign-in command that npm start prints', () => {
  it('works when it is pasted into a shell', async ({ frontend: { port } }) => {
    const map = mapOf({
      ports: { web: 0, publicApi: port, frontendInternal: port, manualGrading: port, simulator: port, docs: null },
      publicOrigin: '',
      hasGivenSecret: false,
      logDir: '',
      dataDir: null,
      checkout: '',
    })
    const lines = /\nSign in .*\n([^]*?)\n\n/.exec(map)?.[1] ?? ''
    const { stdout } = await promisify(execFile)('bash', ['-c', lines])
    expect(JSON.parse(stdout)).toMatchObject({ user: { userId: 101, fullName: 'Terry Teacher' } })
  })
})
