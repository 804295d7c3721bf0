import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFileName, type ProgrammingLanguage } from './demo-programs.ts'

/** The folders `<programming language>-<language of the report>`, each with a folder for each invented work. */
const folder = join(import.meta.dirname, '../../handed-in')

interface HandedInWork {
  readonly program: string
  readonly report: string
}

const worksByKind = new Map<string, readonly HandedInWork[]>()

/** What a student of the demo world handed in: the same for the same number every time. */
export function handedInWork(language: ProgrammingLanguage, locale: 'en' | 'fi', number: number): HandedInWork {
  const works = worksOf(language, locale)
  // Six in a row have each programming language and each language of a report.
  const work = works[Math.floor(number / 6) % works.length]
  if (work === undefined) throw new Error(`no work in ${language} and ${locale}`)
  return { ...work, program: work.program.replace('{number}', String(number)) }
}

function worksOf(language: ProgrammingLanguage, locale: string): readonly HandedInWork[] {
  const kind = `${language}-${locale}`
  const works = worksByKind.get(kind) ?? readWorks(join(folder, kind), programFileName[language])
  worksByKind.set(kind, works)
  return works
}

function readWorks(from: string, programFile: string): HandedInWork[] {
  const read = (name: string, file: string): string => readFileSync(join(from, name, file), 'utf8')
  return readdirSync(from)
    .toSorted()
    .map((name) => ({ program: read(name, programFile), report: read(name, 'report.txt').trimEnd() }))
}
