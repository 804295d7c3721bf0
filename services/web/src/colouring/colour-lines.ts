import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { createShikiPrimitive, type LanguageRegistration } from '@shikijs/primitive'
import { EncodedTokenMetadata } from '@shikijs/primitive/textmate'
import { classOfColour, codeTheme } from './code-theme.ts'
import { type Colours, packTokens, type Token } from './code-tokens.ts'

export interface Colouring {
  readonly language: string
  readonly grammar: string
  readonly lines: readonly string[]
  /** Milliseconds that colouring may take, once the grammar is compiled. */
  readonly withinMs: number
}

const shiki = createShikiPrimitive({
  engine: createJavaScriptRegexEngine({ forgiving: true }),
  langs: [],
  themes: [codeTheme],
})

/** Colours lines from the first, as many as there is time for. */
export async function colourLines({ language, grammar, lines, withinMs }: Colouring): Promise<Colours> {
  const { default: registrations } = (await import(grammar)) as { readonly default: LanguageRegistration[] }
  shiki.loadLanguageSync(...registrations)
  const rules = shiki.getLanguage(language)
  const { colorMap } = shiki.setTheme('classes')
  // Compiles what lines begin with, which takes a second of C++ and is no fault of a file.
  rules.tokenizeLine2('a', null)
  const until = performance.now() + withinMs
  const coloured: Token[][] = []
  let state: Parameters<typeof rules.tokenizeLine2>[1] = null
  for (const line of lines) {
    const left = until - performance.now()
    if (left <= 0) break
    const { tokens, ruleStack, stoppedEarly } = rules.tokenizeLine2(line, state, left)
    if (stoppedEarly) break
    coloured.push(tokensOf(line, tokens, colorMap))
    state = ruleStack
  }
  return packTokens(coloured)
}

/** Neighbours of one class become one token. The plain end of a line has none. */
function tokensOf(line: string, found: Uint32Array, colorMap: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < found.length; at += 2) {
    const length = Math.min(found[at + 2] ?? line.length, line.length) - (found[at] ?? 0)
    const classNumber = classOfColour(colorMap[EncodedTokenMetadata.getForeground(found[at + 1] ?? 0)])
    const before = tokens.at(-1)
    if (before?.[0] === classNumber) tokens[tokens.length - 1] = [classNumber, before[1] + length]
    else if (length > 0) tokens.push([classNumber, length])
  }
  if (tokens.at(-1)?.[0] === 0) tokens.pop()
  return tokens
}
