import { readFileSync } from 'node:fs'
import { inRepository } from './infra-files.ts'

/** The commands of a page of the operators' guide, as an operator would paste them: a line each, of its blocks for a shell. */
export function commandsOf(page: string): string[] {
  const text = readFileSync(inRepository(`docs/src/content/docs/operators/${page}.md`), 'utf8')
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line !== ''),
  )
}
