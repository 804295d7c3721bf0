import { expect, it } from 'vitest'
import { fileGroups } from './file-groups.ts'

it.each([
  [[], []],
  [['a.py', 'b.py'], [['', ['a.py', 'b.py']]]],
  [
    ['src/b/c.py', 'a.py', 'src/b/d.py', 'src/e.py', 'f.py'],
    [
      ['src/b/', ['c.py', 'd.py']],
      ['', ['a.py', 'f.py']],
      ['src/', ['e.py']],
    ],
  ],
  [
    ['/', 'x/'],
    [
      ['/', ['/']],
      ['x/', ['x/']],
    ],
  ],
])('files %j are grouped by folder', (paths, groups) => {
  const found = fileGroups(paths.map((path) => ({ path })))
  expect(found.map(({ folder, files }) => [folder, files.map(({ name }) => name)])).toEqual(groups)
})
