import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CarelessEdit, carelessEditsOf, withEdit } from '../src/careless-edits.ts'
import { checkout, copyTree } from '../src/tree-copy.ts'

/** Draws edits that a hurry makes, tries each in a copy of the tree, and says which of them no test noticed. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    count: { type: 'string', default: '50' },
    /** The number of the first one to be tried, to go on with the same seed. */
    from: { type: 'string', default: '1' },
    /** Only the tests of its own folder. */
    near: { type: 'boolean', default: false },
  },
})
/** Handlers, data and domain take turns. */
const groups = ['services/*/src/*/**/*.ts', 'libs/data/src/*/**/*.ts', 'libs/domain/src/*/**/*.ts']
const kinds = ['comparison', 'condition', 'field', 'constant'] as const
const services = ['frontend-internal', 'manual-grading', 'public-api']
type Drawn = CarelessEdit & { readonly file: string }

const edits = groups.map((group) =>
  globSync(group, { cwd: checkout })
    .filter((file) => !/\.(?:test|fixture)\.ts$|\/testing\//.test(file))
    .sort()
    .flatMap((file) => carelessEditsOf(readFileSync(join(checkout, file), 'utf8')).map((edit) => ({ ...edit, file }))),
)
const copy = copyTree()
process.once('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
print(`seed ${values.seed}, of ${edits.flat().length} edits`)

const [from, last] = [Number(values.from), Number(values.count)]
let caught = 0
for (let number = from; number <= last; number += 1) {
  const edit = drawn(number)
  const text = readFileSync(join(copy.root, edit.file), 'utf8')
  const whole = { file: edit.file, old: text, new: withEdit(text, edit) }
  const by = await copy.withEdits([whole], () => noticedBy(edit))
  if (by !== null) caught += 1
  print(`${number} ${by === null ? 'NOT CAUGHT' : 'caught'} ${described(edit)}${by === null ? '' : ` | ${by}`}`)
}
print(`${caught} of ${last - from + 1} caught`)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function drawn(number: number): Drawn {
  const kind = oneOf(kinds, `${number} kind`)
  return oneOf(
    edits[number % groups.length]!.filter((edit) => edit.kind === kind),
    `${number} edit`,
  )
}

/** The same one for the same seed. */
function oneOf<T>(all: readonly T[], what: string): T {
  const chance = createHash('sha256').update(`${values.seed} ${what}`).digest().readUInt32BE() / 2 ** 32
  return all[Math.floor(chance * all.length)]!
}

/** The first test that fails, those nearest to the file first; or the compiler. Null: nobody. */
async function noticedBy({ file }: Drawn): Promise<string | null> {
  const [, own = '', , folder = ''] = file.split('/')
  const using = services.includes(own) ? [] : services
  const beside = file.replace(/\.ts$/, '.test.ts')
  const runs = [
    ...(existsSync(join(checkout, beside)) ? [{ packages: [own], filters: [`/${basename(beside)}`] }] : []),
    { packages: [own], filters: [`src/${folder}/`] },
    ...(values.near
      ? []
      : [
          { packages: using, filters: [`src/${folder}/`] },
          { packages: [own, ...using], filters: [] },
        ]),
  ]
  for (const { packages, filters } of runs.filter((each) => each.packages.length > 0)) {
    const projects = packages.flatMap((name) => ['--project', `@course-grading/${name}`])
    const args = ['run', '--root', copy.root, '--bail', '1', '--passWithNoTests', ...projects, ...filters]
    const { isOk, output } = await run('vitest', args)
    if (!isOk) return /FAIL\s+(.*)/.exec(output)?.[1] ?? output.slice(-200)
  }
  return (await run('tsc', ['-b'])).isOk ? null : 'the compiler'
}

function run(program: string, args: readonly string[]): Promise<{ readonly isOk: boolean; readonly output: string }> {
  const env = { ...process.env, QUICK: '1', NO_COLOR: '1' }
  const options = { cwd: copy.root, env, timeout: 1_200_000, maxBuffer: 2 ** 26 }
  return new Promise((resolve) => {
    execFile(join(checkout, 'node_modules/.bin', program), args, options, (error, out, err) =>
      resolve({ isOk: error === null, output: out + err }),
    )
  })
}

function described({ file, kind, at, old, new: changed }: Drawn): string {
  const line = readFileSync(join(checkout, file), 'utf8').slice(0, at).split('\n').length
  const short = (text: string): string => JSON.stringify(text.trim().slice(0, 80))
  return `${file}:${line} ${kind} ${short(old)} -> ${short(changed)}`
}
