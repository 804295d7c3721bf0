import { readFileSync } from 'node:fs'
import { inRepository } from './infra-files.ts'

/** The commands of a page of the operators' guide, as an operator would paste them: a line each, of its blocks for a shell. */
export function commandsOf(page: string): string[] {
  return commandsIn(readPage(page))
}

/** Those below one heading. */
export function commandsBelow(page: string, heading: string): string[] {
  const section = readPage(page)
    .split(/^#+ /m)
    .find((each) => each.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${page} has no ${heading}`)
  return commandsIn(section)
}

const readPage = (page: string): string =>
  readFileSync(inRepository(`docs/src/content/docs/operators/${page}.md`), 'utf8')

function commandsIn(text: string): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line !== ''),
  )
}
