import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './command-line.ts'

describe('parseCommandLine', () => {
  it('takes the default ports without options', () => {
    expect(parseCommandLine([])).toEqual({ kind: 'start', portBase: 8081, watch: false, fresh: false, docs: false })
  })

  it.each(['2', '9081', '65526'])('takes --port-base %s', (text) => {
    expect(parseCommandLine(['--port-base', text])).toEqual({
      kind: 'start',
      portBase: Number(text),
      watch: false,
      fresh: false,
      docs: false,
    })
  })

  const wrong = [['0'], ['1'], ['65527'], ['-1'], ['08081x'], ['1e3'], ['8081.5'], [''], ['  81']]

  it.each(wrong)('refuses --port-base "%s" and names the option', (text) => {
    expect(parseCommandLine([`--port-base=${text}`])).toMatchObject({
      kind: 'wrong',
      problem: expect.stringContaining('--port-base must be a port from 2 to 65526') as unknown,
    })
  })

  it.each(['--portbase', 'extra', '--port-base'])('refuses %s', (argument) => {
    expect(parseCommandLine([argument]).kind).toBe('wrong')
  })

  it('takes --docs', () => {
    expect(parseCommandLine(['--docs'])).toMatchObject({ kind: 'start', docs: true })
  })

  it('asks for the usage with --help', () => {
    expect(parseCommandLine(['--help']).kind).toBe('help')
  })
})
