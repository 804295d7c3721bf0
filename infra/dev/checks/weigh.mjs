// What `pnpm weigh` does: it says how much there is to read. The product is the TypeScript of `services/` and `libs/` without
// tests, fixtures, `testing/` and what is generated. Every line counts.
import { join } from 'node:path'
import { frontendInternal } from '../../../libs/contracts/src/boundaries/frontend-internal.ts'
import { manualGrading } from '../../../libs/contracts/src/boundaries/manual-grading.ts'
import { publicApi } from '../../../libs/contracts/src/boundaries/public-api.ts'
import { longFunctionsOf, nodesIn } from '../../../test/architecture/src/function-length.ts'
import { modulesOf } from '../../../test/architecture/src/modules.ts'
import { isProductCode, isTestCode, packageFolderOf } from '../../../test/architecture/src/packages.ts'
import { generated } from '../../../test/architecture/src/rules/file-length.ts'
import { readSourceTree } from '../../../test/architecture/src/source-tree.ts'

const tree = readSourceTree(join(import.meta.dirname, '../../..'))
const modules = modulesOf(tree).filter(({ path }) => /\.tsx?$/.test(path))
const product = modules.filter(({ path }) => isProductCode(path) && !generated.has(path))

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

const tests = modules.filter(({ path }) => isTestCode(path))
const proofOf = (proof, of) => `${linesOf(proof)} of proof (${(linesOf(proof) / linesOf(of)).toFixed(1)} a line)`
print(`product: ${linesOf(product)} lines, ${proofOf(tests, product)}`)
for (const [folder, its] of bySize(product, ({ path }) => packageFolderOf(path))) {
  const own = tests.filter(({ path }) => packageFolderOf(path) === folder)
  print(`  ${linesOf(its)} ${folder}, ${proofOf(own, its)}: ${featuresOf(its)}`)
}
const ofSeveral = tests.filter(({ path }) => path.startsWith('test/'))
print(
  `  written by commands and tests, and not counted: ${modules
    .filter(({ path }) => generated.has(path))
    .map(({ path, text }) => `${path} ${linesIn(text)}`)
    .join(', ')}`,
)
print(
  `  proof of several packages: ${bySize(ofSeveral, ({ path }) => packageFolderOf(path))
    .map(([folder, its]) => `${folder} ${linesOf(its)}`)
    .join(', ')}`,
)
const heart = product.filter(({ path }) => /^(services|libs\/(domain|data|workflows))\//.test(path))
print(`services, domain, data and workflows by feature: ${featuresOf(heart)}`)
const operations = [publicApi, frontendInternal, manualGrading].flatMap((boundary) => Object.keys(boundary.operations))
print(
  `  ${linesOf(heart)} lines for ${operations.length} operations: ${Math.round(linesOf(heart) / operations.length)} each`,
)

const tagOf = (module, { tag }) => module.text.slice(tag.start, tag.end)
const templates = product.flatMap((module) =>
  [...nodesIn(module.program)]
    .filter(({ type }) => type === 'TaggedTemplateExpression')
    .map((node) => ({ module, node })),
)
const isFragment = ({ module, node }) => tagOf(module, node) === 'sql.fragment'

const isStatement = ({ module, node }) =>
  module.path.startsWith('libs/data/') && !isFragment({ module, node }) && tagOf(module, node) !== 'String.raw'
const textOf = (module, { quasi }) => module.text.slice(quasi.start + 1, quasi.end - 1).trimStart()

const comments = product.flatMap(({ text, comments: all }) =>
  all.map(({ value, start }) => ({
    text: value,
    fillsLines: text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === '',
  })),
)
const inStatements = templates
  .filter((each) => isFragment(each) || isStatement(each))
  .flatMap(({ module, node }) => textOf(module, node).split('\n'))
  .filter((line) => /^\s*--/.test(line)).length
const ownLines = linesOf(comments.filter(({ fillsLines }) => fillsLines))
const behindCode = comments.filter(({ fillsLines }) => !fillsLines).length
const commentLines = ownLines + behindCode + inStatements
print(`\ncomments: ${commentLines} lines, ${((100 * commentLines) / linesOf(product)).toFixed(1)} % of the product`)
print(`  ${ownLines} lines of their own, ${behindCode} behind code, ${inStatements} inside statements`)

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
function fullLines(module, node, seen = new Set()) {
  const names = [...nodesIn(node.quasi.expressions)].map(({ name }) => name).filter((name) => fragments.has(name))
  const added = [...new Set(names)].flatMap((name) => {
    const all = fragments.get(name)
    const own = all.filter((fragment) => fragment.module === module)
    return (own.length > 0 ? own : all).filter((each) => !seen.has(each.node) && seen.add(each.node))
  })
  return added.reduce(
    (sum, fragment) => sum + fullLines(fragment.module, fragment.node, seen) - 1,
    linesIn(textOf(module, node)),
  )
}

printList(
  'statements over 30 lines: with each fragment that they name put in once (by name; of a fragment that is chosen, every choice), and as written',
  templates
    .filter(isStatement)
    .map(({ module, node }) => ({
      lines: fullLines(module, node),
      at: `(${linesIn(textOf(module, node))}) ${at(module, node.start)}`,
    }))
    .filter(({ lines }) => lines > 30),
)
printList(
  'functions over 60 lines (lines with JSX do not count, nor does a table: a function that only returns a literal without functions)',
  product.flatMap(longFunctionsOf).map(({ path, line, lines }) => ({ lines, at: `${path}:${line}` })),
)

const tooling = modulesOf(tree).filter((module) => /^(infra|\.ci)\//.test(module.path) && !tests.includes(module))
const before = tests
  .filter(({ path }) => path.endsWith('.test.ts'))
  .map(({ path, text }) => ({ at: path, lines: linesIn(text.split(/^(?=describe\b)/m, 1)[0]) }))
print(`\ntests: ${linesOf(tests)} lines, tooling: ${linesOf(tooling)} lines`)
print(
  `  ${before.reduce((sum, { lines }) => sum + lines, 0)} lines before the first describe of ${before.length} test files, more than 12 in ${before.filter(({ lines }) => lines > 12).length}`,
)
