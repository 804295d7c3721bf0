import { jsonPath, type PathSegment } from '../json/json-path.ts'
import type { Criterion, Localized, RubricDocument } from './rubric-document.ts'

interface KeptLanguages {
  readonly document: RubricDocument
  /** Paths of titles without a language left: without them the document is not valid. */
  readonly lost: readonly string[]
}

/** A description or a note of which no language is left is removed. */
export function keepLanguages(document: RubricDocument, languages: readonly string[]): KeptLanguages {
  const lost: string[] = []
  const keep = <Worded extends WordedPart>(part: Worded, at: readonly PathSegment[]): Worded => {
    const { title, description, graderNote, ...rest } = part
    const kept = {
      ...rest,
      title: inLanguages(title, languages),
      ...member('description', description, languages),
      ...member('graderNote', graderNote, languages),
    }
    if (Object.keys(kept.title).length === 0) lost.push(jsonPath([...at, 'title']))
    return kept as WordedPart as Worded
  }
  const keepCriterion = (criterion: Criterion, index: number): Criterion => {
    const at = ['criteria', index]
    const kept = keep(criterion, at)
    switch (kept.kind) {
      case 'levels':
        return { ...kept, levels: kept.levels.map((level, place) => keep(level, [...at, 'levels', place])) }
      case 'checks':
        return { ...kept, checks: kept.checks.map((check, place) => keep(check, [...at, 'checks', place])) }
      case 'points':
        return kept
    }
  }
  const whole = keep(document, [])
  return { document: { ...whole, criteria: whole.criteria.map(keepCriterion) }, lost }
}

interface WordedPart {
  readonly title: Localized
  readonly description?: Localized
  readonly graderNote?: Localized
}

function inLanguages(text: Localized, languages: readonly string[]): Localized {
  return Object.fromEntries(Object.entries(text).filter(([language]) => languages.includes(language)))
}

function member(name: 'description' | 'graderNote', text: Localized | undefined, languages: readonly string[]): object {
  if (text === undefined) return {}
  const kept = inLanguages(text, languages)
  return Object.keys(kept).length === 0 ? {} : { [name]: kept }
}
