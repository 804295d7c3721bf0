import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

// `node --import` this: Node strips types from `.ts` alone, and stops at the JSX of `.tsx`.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      lang: 'tsx',
      sourcemap: false,
      tsconfig: false,
      jsx: { runtime: 'automatic', importSource: 'preact' },
    })
    if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
