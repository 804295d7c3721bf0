/** The names of the form's fields. Ids of criteria, checks and annotations have no slash. */
export const names = {
  levelId: (criterionId: string) => `scores/${criterionId}/levelId`,
  points: (criterionId: string) => `scores/${criterionId}/points`,
  comment: (criterionId: string) => `scores/${criterionId}/comment`,
  check: (criterionId: string, checkId: string) => `scores/${criterionId}/checks/${checkId}`,
  none: (criterionId: string) => `scores/${criterionId}/none`,
  snippet: (criterionId: string) => `scores/${criterionId}/snippet`,
  adjustment: 'adjustment/points',
  reason: 'adjustment/reason',
  privateNote: 'privateNote',
  body: 'body',
  place: (annotationId: string) => `annotations/${annotationId}/place`,
  kind: (annotationId: string) => `annotations/${annotationId}/kind`,
  isPrivate: (annotationId: string) => `annotations/${annotationId}/private`,
  text: (annotationId: string) => `annotations/${annotationId}/body`,
} as const

/** What the fields hold, by their names: as a form, its hidden field `drawn`, the calls of the script and the browser's storage have it. */
export type NamedFields = Readonly<Record<string, string>>

/** The field that a name is of. */
export type Field =
  | { readonly of: 'levelId' | 'points' | 'comment' | 'none' | 'snippet'; readonly criterionId: string }
  | { readonly of: 'check'; readonly criterionId: string; readonly checkId: string }
  | { readonly of: 'place' | 'kind' | 'isPrivate' | 'text'; readonly annotationId: string }
  | { readonly of: 'adjustment' | 'reason' | 'privateNote' | 'body' }

const someId = '[a-z0-9][a-z0-9-]{0,39}'
const someName = new RegExp(
  [
    `^scores/(?<criterionId>${someId})/(?:(?<score>levelId|points|comment|none|snippet)|checks/(?<checkId>${someId}))$`,
    '^annotations/(?<annotationId>[A-Za-z0-9_-]{1,40})/(?<annotation>place|kind|private|body)$',
    '^(?<other>adjustment/(?:points|reason)|privateNote|body)$',
  ].join('|'),
)

const ofAnnotation = { place: 'place', kind: 'kind', private: 'isPrivate', body: 'text' } as const
const ofOthers = {
  [names.adjustment]: 'adjustment',
  [names.reason]: 'reason',
  [names.privateNote]: 'privateNote',
  [names.body]: 'body',
} as const

/** Null for a name of something else: what a form sends may be anything. */
export function readName(name: string): Field | null {
  const found = someName.exec(name)?.groups
  if (found === undefined) return null
  const { criterionId = '', score, checkId, annotationId = '', annotation, other } = found
  if (checkId !== undefined) return { of: 'check', criterionId, checkId }
  if (score !== undefined) return { of: score as 'levelId' | 'points' | 'comment' | 'none' | 'snippet', criterionId }
  if (annotation !== undefined) return { of: ofAnnotation[annotation as keyof typeof ofAnnotation], annotationId }
  return { of: ofOthers[other as keyof typeof ofOthers] }
}

/** Whether a field is of the feedback document; all others are of the assessment. */
export const isWording = (name: string): boolean => name === names.body || name.startsWith('annotations/')
