import { globSync, readFileSync, type Dirent } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'

/** Text of each file of a checkout, by its path from the root with `/`. Rules read only this, so fixtures are maps too. */
export type SourceTree = ReadonlyMap<string, string>

const readable = /\.(tsx?|mts|mjs|js|cjs|sql|json|ya?ml|md|sh|conf|example)$|(^|\/)Dockerfile$/

/** The files that git would track, including new ones: all that `.gitignore` does not name. It works in a tree without `.git` too. */
export function readSourceTree(root: string): SourceTree {
  const ignored = ignorePatterns(root)
  const entries = globSync(['**/*', '**/.env.example'], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry: Dirent) => isIgnored(pathOf(root, entry), entry.isDirectory(), ignored),
  })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => pathOf(root, entry))
  return new Map(
    paths
      .filter((path) => readable.test(path))
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

function ignorePatterns(root: string): string[] {
  const atRoot = ['.git/', ...ignoreLines(readFileSync(join(root, '.gitignore'), 'utf8'))]
  const below = globSync('{docs,libs,services,test,infra}/**/.gitignore', {
    cwd: root,
    withFileTypes: true,
    exclude: (entry: Dirent) => isIgnored(pathOf(root, entry), entry.isDirectory(), atRoot),
  })
  return [
    ...atRoot,
    ...below.flatMap((entry) =>
      patternsBelow(
        pathOf(root, entry).replace(/\/?\.gitignore$/, ''),
        readFileSync(join(root, pathOf(root, entry)), 'utf8'),
      ),
    ),
  ]
}

/** The patterns of a folder's `.gitignore`, as patterns of the root. */
function patternsBelow(folder: string, text: string): string[] {
  return ignoreLines(text).map((line) => {
    const anchored = line.replace(/\/$/, '').includes('/')
    return `${folder}/${anchored ? line.replace(/^\//, '') : `**/${line}`}`
  })
}

/** The patterns of a `.gitignore`; one that includes a file again is rejected, because the order of lines is not kept here. */
function ignoreLines(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const negated = lines.find((line) => line.startsWith('!'))
  if (negated !== undefined) throw new Error(`.gitignore: ${negated} is a form that the architecture tests cannot read`)
  return lines
}

function isIgnored(path: string, isFolder: boolean, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern.endsWith('/') && !isFolder) return false
    const bare = pattern.replace(/\/$/, '')
    const anchored = bare.includes('/')
    return matchesGlob(path, anchored ? bare.replace(/^\//, '') : `**/${bare}`)
  })
}

function pathOf(root: string, entry: Dirent): string {
  return relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
}
