import type { FrontendTransport } from '@course-grading/frontend-transport'

/** The calls of somebody of the demo course. */
export type DemoSession = ReturnType<FrontendTransport['withSession']>

interface Remark {
  /** A part of the line that it is about: the first one in the program, else in the report. */
  readonly at: string
  readonly kind: 'praise' | 'issue' | 'question' | 'note'
  readonly body: string
}

export interface AssessedEssay {
  readonly submissionId: number
  readonly isReleased: boolean
  readonly scores: NonNullable<Parameters<DemoSession['patchAssessment']>[0]['body']['scores']>
  readonly language: 'fi' | 'en'
  /** What stands below the beginning that the template gives. */
  readonly feedback: string
  readonly remarks: readonly Remark[]
}

/** The essays that are assessed when somebody first looks at the demo course. 3031 is of student01, whose token is printed. */
export const assessedEssays: readonly AssessedEssay[] = [
  {
    submissionId: 3031,
    isReleased: true,
    scores: {
      structure: { levelId: 'good', comment: 'Short functions, each with one task.' },
      quality: {
        checks: { tests: 1, report: 1, fault: 2 },
        comment: 'Punctuation is counted with the words, and the percentages are of the wrong total.',
      },
    },
    language: 'en',
    feedback: `The program is **easy to read**, and \`Counter\` was the right choice.

Two things to mend:

1. \`split()\` leaves punctuation at the words, so \`end\` and \`end.\` are counted apart.
2. \`remove_stop_words\` changes the dictionary that it gets. This is also why your percentages surprised you.`,
    remarks: [
      {
        at: 'return dict(Counter(',
        kind: 'issue',
        body: 'What does this return for `"Yes. Yes!"`? A test with punctuation would have found it.',
      },
      {
        at: 'del counts[word]',
        kind: 'issue',
        body: 'This changes the dictionary of the caller, so `sum(counts.values())` below leaves these words out, too.',
      },
      { at: 'def bar(', kind: 'praise', body: 'A nice idea: one sees the result at a glance.' },
      {
        at: 'I am not sure whether the percentages are right.',
        kind: 'note',
        body: 'Good that you say so. My remark at `remove_stop_words` has the reason.',
      },
    ],
  },
  {
    submissionId: 3033,
    isReleased: true,
    scores: {
      structure: { levelId: 'good', comment: 'Funktiot ovat pieniä ja niiden nimet kuvaavia.' },
      quality: {
        checks: { report: 1, fault: 2 },
        comment: 'Järjestäminen on hidas, ja tyhjä tiedosto kaataa ohjelman. Testit puuttuvat.',
      },
    },
    language: 'fi',
    feedback: `Ohjelma on **hyvin jäsennelty**, ja selostus kertoo rehellisesti, mikä jäi kesken.

- Kirjoita testit talteen: ne, joita kokeilit tulkissa, kelpaavat sellaisinaan.
- Valmis \`sorted\` järjestää saman hetkessä, myös kokonaisen kirjan.`,
    remarks: [
      {
        at: 'for j in range(',
        kind: 'issue',
        body: 'Jokainen sana verrataan jokaiseen. Kun sanoja on 20 000, vertailuja on 400 miljoonaa.',
      },
      { at: 'return summa / len(laskurit)', kind: 'question', body: 'Mitä tapahtuu, jos tiedosto on tyhjä?' },
      {
        at: 'Siksi jokaista on helppo kokeilla',
        kind: 'praise',
        body: 'Juuri näin: pieni funktio on helppo kokeilla.',
      },
    ],
  },
  {
    submissionId: 3032,
    isReleased: false,
    scores: {
      structure: { levelId: 'good' },
      quality: {
        checks: { tests: 1, report: 1, fault: 2 },
        comment: 'The counting is slow, and the average is a division of whole numbers.',
      },
    },
    language: 'en',
    feedback: 'Clear definitions and good tests. It is not your computer that is slow: see my remark at `countWords`.',
    remarks: [
      {
        at: 'words.count(_ == word)',
        kind: 'issue',
        body: 'This reads the whole list once for every different word. `groupBy(identity)` reads it once.',
      },
      { at: 'letters / counts.values.sum', kind: 'issue', body: 'Both are whole numbers, so the rest is lost.' },
    ],
  },
  {
    submissionId: 3036,
    isReleased: false,
    scores: {
      structure: { levelId: 'partly', comment: 'Pääohjelmassa on viisi tehtävää, joista tulisi viisi funktiota.' },
      quality: { checks: { report: 1, fault: 1 }, comment: 'Lyhyt teksti pysäyttää ohjelman.' },
    },
    language: 'fi',
    feedback: 'Laskeminen on tiivis ja oikein. Jaa pääohjelma osiin, niin voit myös testata ne.',
    remarks: [{ at: 'while i < 10 do', kind: 'issue', body: 'Entä jos eri sanoja on alle kymmenen? Katso `take`.' }],
  },
]
