import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf, sizeOf } from '../files/file-bytes.ts'
import { specialSubmissions } from './demo-submissions.ts'
import { demoWorld } from './demo-world.ts'
import type { World } from './world.ts'

function digestOf(world: World): string {
  const hash = createHash('sha256')
  for (const map of [world.users, world.courses, world.exercises, world.tags, world.taggings]) {
    hash.update(JSON.stringify([...map]))
  }
  for (const submission of world.submissions.values()) {
    const { files, ...rest } = submission
    hash.update(JSON.stringify(rest))
    for (const { content, filename } of files) {
      hash.update(filename)
      if (content !== null && sizeOf(content) < 100_000) for (const bytes of bytesOf(content)) hash.update(bytes)
    }
  }
  return hash.digest('hex')
}

function contentSizes(world: World, submissionId: number): number[] {
  return world.submission(submissionId).files.map(({ content }) => (content === null ? 0 : sizeOf(content)))
}

describe('demoWorld', () => {
  it('is the same every time', () => {
    expect(digestOf(demoWorld())).toBe(digestOf(demoWorld()))
  })

  it('gives user N the token of N as four hexadecimal digits, ten times', () => {
    expect(demoWorld().tokenOf(301)).toBe('012d'.repeat(10))
  })

  it('has the people of the courses', () => {
    const world = demoWorld()
    expect([world.studentIdsOf(11).length, world.studentIdsOf(13).length]).toEqual([30, 1200])
    expect([101, 102, 103, 104, 105].map((id) => world.roleOf(11, id))).toEqual([
      'teacher',
      'assistant',
      'assistant',
      null,
      null,
    ])
  })

  it('tags odd students group-a, even ones group-b, and every fifth retaking', () => {
    const world = demoWorld()
    expect([201, 202, 205, 210].map((id) => world.tagSlugsOf(11, id))).toEqual([
      ['group-a'],
      ['group-b'],
      ['group-a', 'retaking'],
      ['group-b', 'retaking'],
    ])
  })

  it('has 40 submissions of 1103, 20 of 1104 and 3,600 of 1301', () => {
    const world = demoWorld()
    expect([1103, 1104, 1301].map((id) => world.submissionsOf.get(id)?.length)).toEqual([40, 20, 3600])
  })

  it('has one submission with 30 MiB, one with 500 files, two by groups of three', () => {
    const world = demoWorld()
    expect(Math.max(...contentSizes(world, specialSubmissions.hugeFile))).toBe(30 * 1024 * 1024)
    expect(contentSizes(world, specialSubmissions.manyFiles).length).toBe(500)
    expect(specialSubmissions.groups.map((id) => world.submission(id).submitterIds.length)).toEqual([3, 3])
  })

  it('computes zeros of any size, with a last piece of any size', () => {
    const lengths = [...bytesOf({ kind: 'pattern', seed: 1, sizeBytes: 150_000, alphabet: 'zeros' })].map(
      (piece) => piece.length,
    )
    expect(lengths).toEqual([65_536, 65_536, 18_928])
  })

  it('computes as many bytes as a file says it has', () => {
    const content = demoWorld().submission(specialSubmissions.hugeFile).files[1]?.content
    if (content === null || content === undefined) throw new Error('expected a content')
    let sizeBytes = 0
    for (const bytes of bytesOf(content)) sizeBytes += bytes.length
    expect(sizeBytes).toBe(30 * 1024 * 1024)
  })
})
