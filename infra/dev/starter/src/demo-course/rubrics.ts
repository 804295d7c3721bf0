/** How the essay program of the demo course is judged: by a level, checks and points. */
export const essayRubric = {
  title: { fi: 'Esseeohjelma', en: 'Essay program' },
  description: { fi: 'Ohjelma ja sen selostus.', en: 'The program and its report.' },
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'half',
  criteria: [
    {
      id: 'structure',
      title: { fi: 'Rakenne', en: 'Structure' },
      graderNote: { fi: 'Katso ensin nimet.', en: 'Look at the names first.' },
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'levels',
      levels: [
        {
          id: 'missing',
          title: { fi: 'Yksi pitkä funktio', en: 'One long function' },
          points: 0,
          commentRequired: true,
        },
        {
          id: 'partly',
          title: { fi: 'Osittain jäsennelty', en: 'Partly structured' },
          points: 5,
          commentRequired: false,
        },
        { id: 'good', title: { fi: 'Selkeät funktiot', en: 'Clear functions' }, points: 10, commentRequired: false },
      ],
    },
    {
      id: 'quality',
      title: { fi: 'Laatu', en: 'Quality' },
      required: false,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'checks',
      checks: [
        {
          id: 'tests',
          title: { fi: 'Testit ovat mukana', en: 'Has tests' },
          points: 4,
          maxTimes: 1,
          visibility: 'always',
          commentRequired: false,
        },
        {
          id: 'report',
          title: { fi: 'Selostus on ymmärrettävä', en: 'The report is clear' },
          points: 6,
          maxTimes: 1,
          visibility: 'always',
          commentRequired: false,
        },
        {
          id: 'fault',
          title: { fi: 'Virhe', en: 'Fault' },
          points: -1,
          maxTimes: 5,
          visibility: 'chosen',
          commentRequired: true,
        },
      ],
      minChecks: 0,
      maxChecks: null,
    },
  ],
} as const

/** How the project is judged: everybody begins with the maximum, and faults take points away. */
export const projectRubric = {
  title: { fi: 'Projekti', en: 'Project' },
  maxPoints: 100,
  startingPoints: 100,
  rounding: 'none',
  criteria: [
    {
      id: 'faults',
      title: { fi: 'Virheet', en: 'Faults' },
      required: false,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'checks',
      checks: [
        {
          id: 'crash',
          title: { fi: 'Ohjelma kaatuu', en: 'The program crashes' },
          points: -25,
          maxTimes: 2,
          visibility: 'chosen',
          commentRequired: true,
        },
        {
          id: 'style',
          title: { fi: 'Vaikealukuinen kohta', en: 'Hard to read' },
          points: -2.5,
          maxTimes: 10,
          visibility: 'chosen',
          commentRequired: false,
        },
      ],
      minChecks: 0,
      maxChecks: null,
    },
    {
      id: 'deduction',
      title: { fi: 'Muut vähennykset', en: 'Other deductions' },
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'points',
      min: -100,
      max: 0,
      step: 0.5,
    },
  ],
} as const

/** Comments that graders of the demo course insert. */
export const snippets = [
  {
    label: 'Names',
    text: { fi: 'Anna muuttujille kuvaavammat nimet.', en: 'Give your variables names that say what they hold.' },
    points: null,
  },
  { label: 'Tests', text: { fi: 'Hyvät testit!', en: 'Good tests!' }, points: 4 },
  {
    label: 'Long function',
    text: { fi: 'Jaa funktio pienempiin osiin.', en: 'Split this function into smaller ones.' },
    points: -1,
  },
] as const

/** The templates of the demo course's feedback documents. */
export const feedbackTemplates = {
  fi: 'Hei {{studentName}}! Sait {{points}}/{{maxPoints}} pistettä.\n\n',
  en: 'Hello {{studentName}}! You got {{points}} of {{maxPoints}} points.\n\n',
} as const
