import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Edit } from './defect.ts'

export const checkout = join(import.meta.dirname, '../../..')

/** A copy of the whole tree in which defects are tried. The tree itself is never changed. */
export interface TreeCopy {
  readonly root: string
  /** Makes the edits, runs `work`, and reverts the edits. */
  readonly withEdits: <T>(edits: readonly Edit[], work: () => Promise<T>) => Promise<T>
  readonly remove: () => void
}

/** What git does not track. `node_modules` is handled separately. */
const leftOut = new Set([
  '.git',
  'dist',
  'coverage',
  'reports',
  '.turbo',
  '.local',
  '.stryker-tmp',
  '.cache',
  '.vite',
  '.vite-temp',
  '.vitest-cache',
])

/**
 * Links between packages are relative, so that they lead to the copy's own packages. External packages are linked to where they are
 * installed.
 */
export function copyTree(): TreeCopy {
  const root = mkdtempSync(join(tmpdir(), 'seeded-defects-'))
  const modules = join(checkout, 'node_modules')
  cpSync(checkout, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== modules && (path === checkout || !leftOut.has(basename(path))),
  })
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(modules)) {
    if (!leftOut.has(name)) symlinkSync(join(modules, name), join(root, 'node_modules', name))
  }
  return {
    root,
    async withEdits(edits, work) {
      const before = new Map(edits.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]))
      try {
        for (const edit of edits)
          writeFileSync(join(root, edit.file), edited(readFileSync(join(root, edit.file), 'utf8'), edit))
        return await work()
      } finally {
        for (const [file, text] of before) writeFileSync(join(root, file), text)
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/**
 * Applies an edit. The old text is searched for without white space and trailing commas, so that the formatter's line breaks do not
 * matter.
 * @throws if the old text does not occur exactly once: the defect must be rewritten
 */
export function edited(text: string, edit: Edit): string {
  const { bare, positions } = withoutLayout(text)
  const old = withoutLayout(edit.old).bare
  const parts = bare.split(old)
  if (parts.length !== 2)
    throw new Error(`${edit.file} holds this ${parts.length - 1} times instead of once:\n${edit.old}`)
  const start = parts[0]?.length ?? 0
  return text.slice(0, positions[start]) + edit.new + text.slice((positions[start + old.length - 1] ?? 0) + 1)
}

/** The text without layout, and the position of each remaining character in the original. */
function withoutLayout(text: string): { readonly bare: string; readonly positions: readonly number[] } {
  const positions = [...text.matchAll(/(?:,(?=\s*[)\]}])|\s)|([^])/g)].flatMap((match) =>
    match[1] === undefined ? [] : [match.index],
  )
  return { bare: positions.map((position) => text[position]).join(''), positions }
}
