import type { Catcher, Defect } from '../defect.ts'

const names = 'libs/archives/src/safe-entry-name.ts'
const writing = 'libs/archives/src/write-file.ts'
const inArchives = (file: string, test: string): Catcher => ({
  project: 'archives',
  file: `libs/archives/src/${file}.test.ts`,
  test,
})

export const archives: readonly Defect[] = [
  {
    title: 'a file may be named `..`',
    edits: [
      {
        file: names,
        old: String.raw`const blankOrDotEnd = /[.\p{Z}]+$/u`,
        new: String.raw`const blankOrDotEnd = /\p{Z}+$/u`,
      },
    ],
    caughtBy: [
      inArchives('safe-entry-name', 'safeEntryName > makes ".." safe as "_"'),
      inArchives(
        'safe-entry-name',
        'safeEntryName > returns a name that fulfils every rule, and that it does not change again',
      ),
    ],
  },
  {
    title: "a file's name may lead into another folder",
    edits: [{ file: names, old: '[${separators}$', new: '[$' }],
    caughtBy: [inArchives('safe-entry-name', 'safeEntryName > makes "../../etc/passwd" safe')],
  },
  {
    title: 'two names that differ only by case are two files',
    edits: [{ file: names, old: "return name.toLowerCase().toUpperCase().normalize('NFC')", new: 'return name' }],
    caughtBy: [
      inArchives('archive', 'archive > adds a number to a name that occurs twice, ignoring case, and keeps the'),
      inArchives(
        'entry-names',
        'EntryNames > returns no two names that are equal on any file system, and none over 200',
      ),
    ],
  },
  {
    title: 'a file that breaks off is completed as if it were whole',
    edits: [{ file: writing, old: '    throw error\n', new: '' }],
    caughtBy: [inArchives('broken-sources', 'a file that is cut off > makes the archive fail, too, as')],
    always: true,
  },
  {
    title: 'a file that is shorter than announced is whole',
    edits: [
      {
        file: 'libs/archives/src/file-content.ts',
        old: 'this.sizeBytes < this.#announcedBytes',
        new: 'this.sizeBytes < 0',
      },
    ],
    caughtBy: [
      inArchives('broken-sources', 'a file that is cut off > that is shorter than announced makes the archive fail'),
    ],
  },
  {
    title: 'an archive continues after its reader has left',
    edits: [{ file: 'libs/archives/src/archive.ts', old: 'signal?.throwIfAborted()', new: '' }],
    caughtBy: [inArchives('broken-sources', 'a file that cannot be read > ends the archive after its reader has left')],
  },
]
