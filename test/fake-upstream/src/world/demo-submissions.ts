import { programFileName, type ProgrammingLanguage } from './demo-programs.ts'
import { handedInWork } from './handed-in-work.ts'
import type { SubmissionFile } from './submission.ts'
import type { World } from './world.ts'

/** The demo submissions of exercise 1103 that have special files, by id. */
const specialSubmissions = {
  hugeFile: 3005,
  manyFiles: 3006,
  binaryFile: 3007,
  hostileNames: 3008,
  groups: [3009, 3010],
} as const

/** Names that people give to form fields and files. Old rows have file names from before A+ sanitised them. */
const hostileFileNames = [
  '../../etc/passwd',
  '..',
  '/absolute/path.py',
  'C:\\Windows\\system32\\evil.dll',
  'quote".py',
  'semi;colon.py',
  'line\nbreak.py',
  'nul\u0000byte.py',
  '\u202Egnp.exe',
  'ääkkönen essay (1).txt',
  '-rf',
  'CON',
  '.htaccess',
  '__proto__',
  'UPPER.py',
  'upper.py',
  'solution.py',
  'solution.py',
  ' spaces ',
  'a'.repeat(80),
  '.',
  '💥.py',
  '%2e%2e%2fpasswd',
  'x.py/',
] as const

const minuteMs = 60_000

/** Adds 40 submissions of 1103 (3001…3040), 20 of 1104, a few of 1101, and 3,600 of 1301 (20001…23600). */
export function addDemoSubmissions(world: World): void {
  const files = new FileNumbers()
  addAutomatic(world)
  for (let number = 1; number <= 40; number += 1) addEssay(world, files, number)
  for (let number = 1; number <= 20; number += 1) addProject(world, files, number)
  addLoad(world, files)
}

/** File ids in the order in which they are made, from 70001. */
class FileNumbers {
  #last = 70_000

  text(filename: string, text: string, paramName = 'file1'): SubmissionFile {
    return { id: this.#next(), filename, paramName, content: { kind: 'bytes', bytes: Buffer.from(text) } }
  }

  pattern(filename: string, sizeBytes: number, alphabet: 'text' | 'binary', paramName = 'file1'): SubmissionFile {
    const id = this.#next()
    return { id, filename, paramName, content: { kind: 'pattern', seed: id, sizeBytes, alphabet } }
  }

  #next(): number {
    this.#last += 1
    return this.#last
  }
}

function addAutomatic(world: World): void {
  for (let number = 1; number <= 10; number += 1) {
    const submittedAtMs = Date.UTC(2026, 8, 10, 8, number)
    world.addSubmission({
      id: 2000 + number,
      exerciseId: 1101,
      submitterIds: [200 + number],
      submittedAtMs,
      status: 'ready',
      grade: number,
      gradedAtMs: submittedAtMs + 2000,
      feedback: '<p>Checked.</p>',
      gradingData: { points: String(number), max_points: '10' },
      answers: [['answer', `My answer ${number}`]],
    })
  }
}

function addEssay(world: World, files: FileNumbers, number: number): void {
  const id = 3000 + number
  const language: ProgrammingLanguage = number % 2 === 1 ? 'python' : 'scala'
  const locale = number % 3 === 0 ? 'fi' : 'en'
  const { program, report } = handedInWork(language, locale, number)
  world.addSubmission({
    id,
    exerciseId: 1103,
    submitterIds: essaySubmitters(number),
    language: locale,
    submittedAtMs: Date.UTC(2026, 9, 1, 9) + number * 37 * minuteMs + 799,
    feedback: '<p>Waiting for a person to assess this.</p>',
    answers: [
      ['answer', report],
      ['reviewed', 'yes'],
      ['reviewed', 'no'],
      ...(number === 9 ? [groupAnswer(41)] : number === 10 ? [groupAnswer(42)] : []),
      ['lang', locale],
    ],
    files: essayFiles(files, number, files.text(programFileName[language], program)),
  })
}

/** A+ keeps the group among the answers, as it does the language. */
function groupAnswer(groupId: number): [string, string] {
  return ['_aplus_group', String(groupId)]
}

/** Numbers 9 and 10 are by groups of three; 31 to 40 are second submissions of students 1 to 10. */
function essaySubmitters(number: number): number[] {
  if (number === 9) return [201, 203, 205]
  if (number === 10) return [202, 204, 206]
  return [201 + ((number - 1) % 30)]
}

function essayFiles(files: FileNumbers, number: number, program: SubmissionFile): SubmissionFile[] {
  switch (3000 + number) {
    case specialSubmissions.hugeFile:
      return [program, files.pattern('recording.wav', 30 * 1024 * 1024, 'binary', 'file2')]
    case specialSubmissions.manyFiles:
      return [
        program,
        ...Array.from({ length: 499 }, (_, at) =>
          files.pattern(`part-${String(at + 1).padStart(3, '0')}.txt`, 100 + at, 'text', `file${at + 2}`),
        ),
      ]
    case specialSubmissions.binaryFile:
      return [program, files.pattern('image.png', 65_537, 'binary', 'file2')]
    case specialSubmissions.hostileNames:
      return hostileFileNames.map((name, at) =>
        files.text(name, `hostile ${at}\n`, at % 2 === 0 ? 'file1' : `../${name}`),
      )
    default:
      return [program, files.text('notes.txt', `Muistiinpanot ${number}: ä ö å\n`, 'file2')]
  }
}

function addProject(world: World, files: FileNumbers, number: number): void {
  const language: ProgrammingLanguage = number % 2 === 1 ? 'scala' : 'python'
  const locale = number % 2 === 0 ? 'fi' : 'en'
  const { program, report } = handedInWork(language, locale, number)
  world.addSubmission({
    id: 3100 + number,
    exerciseId: 1104,
    submitterIds: [210 + number],
    language: locale,
    submittedAtMs: Date.UTC(2026, 9, 20, 12) + number * 11 * minuteMs,
    answers: [
      ['answer', report],
      ['lang', locale],
    ],
    files: [files.text(programFileName[language], program)],
  })
}

function addLoad(world: World, files: FileNumbers): void {
  for (let number = 1; number <= 3600; number += 1) {
    world.addSubmission({
      id: 20_000 + number,
      exerciseId: 1301,
      submitterIds: [301 + ((number - 1) % 1200)],
      submittedAtMs: Date.UTC(2026, 9, 5, 6) + number * minuteMs,
      answers: [['answer', `Reply ${number} `.repeat(12).trim()]],
      files: [files.pattern('tree.py', 200 + (number % 50), 'text')],
    })
  }
}
