import { describe, expect, it } from 'vitest'
import { frontendInternal } from '../boundaries/frontend-internal.ts'
import { manualGrading } from '../boundaries/manual-grading.ts'
import { type TextRule, textRules } from './text-rules.ts'
import type { Operation } from '../operation/operation.ts'
import { publicApi } from '../boundaries/public-api.ts'

describe('a text that a request must have', () => {
  it('is refused in every operation if it is white space alone', () => {
    expect(operations.flatMap(([name, { body }]) => blankTexts(body, name))).toEqual([])
  })
})

const operations: readonly (readonly [string, Operation])[] = [frontendInternal, manualGrading, publicApi].flatMap(
  (boundary) => Object.entries<Operation>(boundary.operations),
)

interface Schema {
  readonly minLength?: number
  readonly pattern?: string
  readonly 'x-text'?: TextRule
  readonly [keyword: string]: unknown
}

/** Names of things elsewhere, and addresses, which rules of the domain check. */
const isName = /\.(?:language|path|answerKey|excludedPathSegments|ltiLoginUrl|callbackUrl|timeZone)$/

/** The paths of texts that may not be empty, but may be white space. */
function blankTexts(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { minLength = 0, pattern, 'x-text': rule, ...rest } = schema as Schema
  const forms = [...(pattern === undefined ? [] : [new RegExp(pattern)]), ...(rule ? [textRules[rule].form] : [])]
  const own = minLength > 0 && forms.every((form) => form.test(' \t\n'))
  const inside = Object.entries(rest).flatMap(([key, each]) =>
    blankTexts(each, isKeyword.test(key) ? at : `${at}.${key}`),
  )
  return own && !isName.test(at) ? [at, ...inside] : inside
}
const isKeyword = /^(?:\d+|properties|patternProperties|additionalProperties|items|anyOf|oneOf|allOf)$/
