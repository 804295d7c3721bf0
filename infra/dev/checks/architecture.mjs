// The part of `pnpm check` that applies the rules about the whole tree, of `test/architecture`.
import { rules } from '../../../test/architecture/src/rules.ts'
import { readSourceTree } from '../../../test/architecture/src/source-tree.ts'
import { root } from './run-part.mjs'

const tree = readSourceTree(root)
for (const [name, rule] of Object.entries(rules)) {
  for (const violation of rule(tree)) {
    process.stdout.write(`${name}: ${violation}\n`)
    process.exitCode = 1
  }
}
