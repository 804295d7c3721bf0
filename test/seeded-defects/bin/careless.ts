import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CarelessEdit, carelessEditsOf, withEdit } from '../src/careless-edits.ts'
import { checkout, copyTree } from '../src/tree-copy.ts'

/** Draws edits that a hurry makes, tries each in a copy of the tree, and says which of them no test noticed. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    count: { type: 'string', default: '50' },
    /** Only the tests of the folders of the same name. */
    near: { type: 'boolean', default: false },
    /** Only the edits with these numbers. */
    only: { type: 'string' },
  },
})

const groups = ['services/*/src/*/**/*.ts', 'libs/data/src/*/**/*.ts', 'libs/domain/src/*/**/*.ts'] as const
const kinds = ['comparison', 'condition', 'field', 'constant'] as const
const services = ['frontend-internal', 'manual-grading', 'public-api']
type Drawn = CarelessEdit & { readonly file: string }

const random = randomFrom(Number(values.seed))
const edits = groups.map((group) =>
  globSync(group, { cwd: checkout })
    .filter((file) => !/\.(?:test|fixture)\.ts$|\/testing\//.test(file))
    .sort()
    .flatMap((file) => carelessEditsOf(readFileSync(join(checkout, file), 'utf8')).map((edit) => ({ ...edit, file }))),
)
const only = values.only?.split(',').map(Number)
const copy = copyTree()
process.once('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
console.log(`seed ${values.seed}, of ${edits.flat().length} edits`)

let number = 0
let caught = 0
for (let drawn = 0; number < Number(values.count); drawn += 1) {
  const kind = kinds[Math.floor(random() * kinds.length)]
  const ofKind = (edits[drawn % groups.length] ?? []).filter((edit) => edit.kind === kind)
  const edit = ofKind[Math.floor(random() * ofKind.length)]
  if (edit === undefined) continue
  number += 1
  if (only !== undefined && !only.includes(number)) continue
  const by = await tried(edit, noticedBy)
  if (by !== null) caught += 1
  console.log(`${number} ${by === null ? 'NOT CAUGHT' : 'caught'} ${described(edit)}${by === null ? '' : ` | ${by}`}`)
}
console.log(`${caught} of ${only?.length ?? number} caught`)

/** A generator of numbers below 1 that gives the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

async function tried<T>(edit: Drawn, work: (edit: Drawn) => T): Promise<T> {
  const path = join(copy.root, edit.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, withEdit(before, edit))
  try {
    return work(edit)
  } finally {
    writeFileSync(path, before)
  }
}

/** The first test that fails: those of its folder, then of the same folder of what uses it, then all of these packages. Null: none. */
function noticedBy({ file }: Drawn): string | null {
  const [, packageName = '', , folder = ''] = file.split('/')
  const using = services.includes(packageName) ? [] : services
  const near = [[packageName], using].map((packages) => ({ packages, filters: [`src/${folder}/`] }))
  const far = { packages: [packageName, ...using], filters: [] }
  for (const { packages, filters } of values.near ? near : [...near, far]) {
    if (packages.length === 0) continue
    const projects = packages.flatMap((name) => ['--project', `@course-grading/${name}`])
    const args = ['run', '--root', copy.root, '--bail', '1', '--passWithNoTests', ...projects, ...filters]
    const { status, stdout, stderr } = run(join(checkout, 'node_modules/.bin/vitest'), args)
    if (status !== 0) return /FAIL\s+(.*)/.exec(stdout + stderr)?.[1] ?? stdout.slice(-200)
  }
  return run(join(checkout, 'node_modules/.bin/tsc'), ['-b']).status === 0 ? null : 'the compiler'
}

function run(program: string, args: readonly string[]) {
  return spawnSync(program, args, {
    cwd: copy.root,
    encoding: 'utf8',
    timeout: 1_200_000,
    maxBuffer: 2 ** 26,
    env: { ...process.env, QUICK: '1', NO_COLOR: '1' },
  })
}

function described({ file, kind, at, old, new: changed }: Drawn): string {
  const line = readFileSync(join(checkout, file), 'utf8').slice(0, at).split('\n').length
  const short = (text: string): string => JSON.stringify(text.trim().slice(0, 80))
  return `${file}:${line} ${kind} ${short(old)} -> ${short(changed)}`
}
