import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ignoreLines, isIgnored, patternsBelow, readSourceTree } from './source-tree.ts'

describe('readSourceTree', () => {
  const tree = readSourceTree(join(import.meta.dirname, '../../..'))

  it('holds the files of this checkout, this one too', () => {
    expect(tree.get('test/architecture/src/source-tree.test.ts')).toContain('this one too')
    expect(tree.has('package.json')).toBe(true)
    expect(tree.size).toBeGreaterThan(100)
  })

  it('holds nothing that git ignores', () => {
    expect([...tree.keys()].filter((path) => path.includes('node_modules') || path.startsWith('.git/'))).toEqual([])
  })
})

describe('isIgnored', () => {
  it.each([
    { pattern: 'dist/', path: 'libs/a/dist', isFolder: true, ignored: true },
    { pattern: 'dist/', path: 'libs/a/dist', isFolder: false, ignored: false },
    { pattern: '*.log', path: 'libs/a/x.log', isFolder: false, ignored: true },
    { pattern: '*.log', path: 'x.log', isFolder: false, ignored: true },
    { pattern: '/out/', path: 'out', isFolder: true, ignored: true },
    { pattern: '/out/', path: 'libs/out', isFolder: true, ignored: false },
    { pattern: 'test/bench/out/', path: 'test/bench/out', isFolder: true, ignored: true },
  ])('$pattern for $path: $ignored', ({ pattern, path, isFolder, ignored }) => {
    expect(isIgnored(path, isFolder, [pattern])).toBe(ignored)
  })
})

describe('ignoreLines', () => {
  it('leaves out comments and empty lines', () => {
    expect(ignoreLines('# a\n\ndist/\n')).toEqual(['dist/'])
  })

  it('rejects a pattern that includes a file again', () => {
    expect(() => ignoreLines('*.log\n!keep.log')).toThrow('!keep.log')
  })
})

describe('patternsBelow', () => {
  it.each([
    { line: '/secrets/', path: 'infra/secrets', ignored: true },
    { line: '/secrets/', path: 'infra/a/secrets', ignored: false },
    { line: 'out/', path: 'infra/a/out', ignored: true },
    { line: 'out/', path: 'out', ignored: false },
  ])('$line of infra for $path: $ignored', ({ line, path, ignored }) => {
    expect(isIgnored(path, true, patternsBelow('infra', line))).toBe(ignored)
  })
})
