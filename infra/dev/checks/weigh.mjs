// What `pnpm weigh` does: it says how much there is to read. The product is the TypeScript of `services/` and `libs/` without
// tests, fixtures and `testing/`; what is generated there is no TypeScript. Every line counts.
import { join } from 'node:path'
import { frontendInternal } from '../../../libs/contracts/src/boundaries/frontend-internal.ts'
import { manualGrading } from '../../../libs/contracts/src/boundaries/manual-grading.ts'
import { publicApi } from '../../../libs/contracts/src/boundaries/public-api.ts'
import { modulesOf } from '../../../test/architecture/src/modules.ts'
import { isProductCode, isTestCode, packageFolderOf } from '../../../test/architecture/src/packages.ts'
import { readSourceTree } from '../../../test/architecture/src/source-tree.ts'

const tree = readSourceTree(join(import.meta.dirname, '../../..'))
const modules = modulesOf(tree).filter(({ path }) => /\.tsx?$/.test(path))
const product = modules.filter(({ path }) => isProductCode(path))

const linesIn = (text) => text.trimEnd().split('\n').length
const linesOf = (list) => list.reduce((sum, { text }) => sum + linesIn(text), 0)
const at = ({ path, text }, position) => `${path}:${linesIn(text.slice(0, position + 1))}`
const print = (line) => process.stdout.write(`${line}\n`)
const printList = (title, list) => {
  print(`\n${title}: ${list.length}`)
  for (const item of list.toSorted((a, b) => b.lines - a.lines)) print(`  ${item.lines} ${item.at}`)
}
const bySize = (list, keyOf) => [...Map.groupBy(list, keyOf)].sort(([, a], [, b]) => linesOf(b) - linesOf(a))
const featuresOf = (list) =>
  bySize(list, ({ path }) => path.split('/').slice(3, -1)[0] ?? '-')
    .map(([name, its]) => `${name} ${linesOf(its)}`)
    .join(', ')

print(`product: ${linesOf(product)} lines`)
for (const [folder, its] of bySize(product, ({ path }) => packageFolderOf(path)))
  print(`  ${linesOf(its)} ${folder}: ${featuresOf(its)}`)
const heart = product.filter(({ path }) => /^(services|libs\/(domain|data|workflows))\//.test(path))
print(`services, domain, data and workflows by feature: ${featuresOf(heart)}`)
const operations = [publicApi, frontendInternal, manualGrading].flatMap((boundary) => Object.keys(boundary.operations))
print(
  `  ${linesOf(heart)} lines for ${operations.length} operations: ${Math.round(linesOf(heart) / operations.length)} each`,
)

/** Comments with one of these words are reasons, which the code cannot say itself. */
const reason = /\b(lock|race|wait|deadlock|order|plan|predicate|clock|secret|token|attack|leak|forge|trust|hostile)/i
const comments = product.flatMap((module) =>
  module.comments
    .filter(({ start }) => module.text.slice(module.text.lastIndexOf('\n', start) + 1, start).trim() === '')
    .map(({ value }) => ({ text: value, isReason: reason.test(value) })),
)
const counted = linesOf(comments.filter(({ isReason }) => !isReason))
print(
  `\ncomments that fill lines: ${counted} lines, ${((100 * counted) / linesOf(product)).toFixed(1)} % of the product`,
)
print(
  `  not counted: those inside statements, and ${linesOf(comments) - counted} lines in comments that match ${reason}`,
)

function* nodesIn(node) {
  if (typeof node.type === 'string') yield node
  for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) yield* nodesIn(value)
}
const nodes = new Map(product.map((module) => [module, [...nodesIn(module.program)]]))
const tagOf = (module, { tag }) => module.text.slice(tag.start, tag.end)
const templates = [...nodes].flatMap(([module, all]) =>
  all.filter(({ type }) => type === 'TaggedTemplateExpression').map((node) => ({ module, node })),
)
const isFragment = ({ module, node }) => tagOf(module, node) === 'sql.fragment'

/** The top-level declarations with fragments, by name: their own lines, and what they put in. */
const fragments = Map.groupBy(
  templates.filter(isFragment).flatMap(({ module, node }) => {
    const around = module.program.body.find(({ start, end }) => start <= node.start && node.end <= end)
    const { id, declarations } = around.declaration ?? around
    return (id ? [id] : (declarations ?? []).map((each) => each.id)).map(({ name }) => ({ name, module, node }))
  }),
  ({ name }) => name,
)

/** Lines of a template with each fragment that it names put in once: by name, that of its own file first. */
function fullLines(module, { quasi }, seen = new Set()) {
  const names = [...nodesIn(quasi.expressions)].map(({ name }) => name).filter((name) => fragments.has(name))
  const added = [...new Set(names)].flatMap((name) => {
    const all = fragments.get(name)
    const own = all.filter((fragment) => fragment.module === module)
    return (own.length > 0 ? own : all).filter(({ node }) => !seen.has(node) && seen.add(node))
  })
  return added.reduce(
    (sum, fragment) => sum + fullLines(fragment.module, fragment.node, seen) - 1,
    linesIn(module.text.slice(quasi.start + 1, quasi.end - 1).trimStart()),
  )
}

printList(
  'statements over 30 lines, each fragment that they name put in once (by name; of a fragment that is chosen, every choice)',
  templates
    .filter(
      (each) =>
        !isFragment(each) &&
        each.module.path.startsWith('libs/data/') &&
        tagOf(each.module, each.node) !== 'String.raw',
    )
    .map(({ module, node }) => ({ lines: fullLines(module, node), at: at(module, node.start) }))
    .filter(({ lines }) => lines > 30),
)
printList(
  'functions over 60 lines',
  [...nodes].flatMap(([module, all]) =>
    all
      .filter(({ type }) => /^(Arrow)?Function/.test(type))
      .map(({ start, end }) => ({ lines: linesIn(module.text.slice(start, end)), at: at(module, start) }))
      .filter(({ lines }) => lines > 60),
  ),
)

const tests = modules.filter(({ path }) => isTestCode(path))
const tooling = modulesOf(tree).filter((module) => /^(infra|\.ci)\//.test(module.path) && !tests.includes(module))
const before = tests
  .filter(({ path }) => path.endsWith('.test.ts'))
  .map(({ path, text }) => ({ at: path, lines: linesIn(text.split(/^(?=describe\b)/m, 1)[0]) }))
print(`\ntests: ${linesOf(tests)} lines, tooling: ${linesOf(tooling)} lines`)
print(
  `  ${before.reduce((sum, { lines }) => sum + lines, 0)} lines before the first describe of ${before.length} test files, more than 12 in ${before.filter(({ lines }) => lines > 12).length}`,
)
