import type { ThemeRegistration } from '@shikijs/primitive'
import { tokenClasses } from './code-tokens.ts'

type TokenClass = (typeof tokenClasses)[number]

/** The parts of grammars by their class. A grammar's longer name decides before a shorter one. */
const scopes: Readonly<Record<TokenClass, readonly string[]>> = {
  '': [
    'keyword.operator',
    'meta.embedded',
    'meta.interpolation',
    'meta.template.expression',
    'punctuation.definition.generic',
    'storage.modifier.import',
    'storage.modifier.package',
    'string meta.embedded',
    'variable',
  ],
  't-keyword': [
    'constant.language',
    'entity.name.tag',
    'keyword',
    'keyword.operator.expression',
    'keyword.operator.logical.python',
    'keyword.operator.new',
    'keyword.operator.word',
    'keyword.operator.wordlike',
    'markup.bold',
    'markup.changed',
    'punctuation.definition.template-expression',
    'storage',
    'variable.language',
  ],
  't-string': ['markup.fenced_code', 'markup.inline', 'markup.inserted', 'markup.raw', 'string'],
  't-number': ['constant', 'keyword.other.unit', 'support.constant', 'variable.other.constant'],
  't-comment': ['comment', 'markup.quote', 'punctuation.definition.comment', 'string.quoted.docstring'],
  't-name': [
    'entity.name',
    'entity.other.attribute-name',
    'entity.other.inherited-class',
    'markup.heading',
    'markup.underline.link',
    'meta.function-call.generic',
    'storage.type.annotation',
    'storage.type.generic.java',
    'storage.type.haskell',
    'storage.type.java',
    'storage.type.object',
    'support',
    'support.type.property-name',
  ],
  't-removed': ['invalid', 'markup.deleted'],
}

const prefix = '#0000'

/** The number of each class stands as its colour, in the form that Shiki reads. */
export const codeTheme: ThemeRegistration = {
  name: 'classes',
  settings: [
    { settings: { foreground: colourOf(0) } },
    ...tokenClasses.map((name, number) => ({ scope: [...scopes[name]], settings: { foreground: colourOf(number) } })),
  ],
}

function colourOf(classNumber: number): string {
  return `${prefix}${classNumber.toString(16).padStart(2, '0')}`
}

export const classOfColour = (colour: string | undefined): number =>
  colour?.startsWith(prefix) ? Number.parseInt(colour.slice(prefix.length), 16) : 0
