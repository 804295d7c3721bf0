import { describe, expect, it } from 'vitest'
import {
  type JudgementDocument,
  type JudgementPatch,
  judgementParts,
  partsChangedSince,
  patchJudgement,
} from './patch-judgement.ts'
import { everyPart, hasChangedSince } from '../documents/part-revisions.ts'

describe('patchJudgement', () => {
  it('changes what the patch names, and keeps everything else', () => {
    const { judgement, issues } = patchJudgement(before, {
      scores: { structure: { comment: null }, report: null, faults: { checks: { copied: 2 } } },
      adjustment: { points: -2 },
      privateNote: null,
    })
    expect(judgement).toEqual({
      scores: { structure: { levelId: 'good' }, faults: { checks: { copied: 2 } } },
      adjustment: { points: -2, reason: 'Late.' },
      privateNote: '',
    })
    expect(issues).toEqual([])
  })

  it('removes all scores, and the adjustment', () => {
    expect(patchJudgement(before, { scores: null, adjustment: null })).toMatchObject({
      judgement: { scores: {}, adjustment: null, privateNote: 'Ask again.' },
      changed: ['scores.structure', 'scores.report', 'adjustment'],
    })
  })

  it('removes a score that has no members left', () => {
    const emptied = patchJudgement(before, { scores: { structure: { levelId: null, comment: null }, absent: {} } })
    expect(Object.keys(emptied.judgement.scores)).toEqual(['report'])
    expect(emptied.changed).toEqual(['scores.structure'])
  })

  it('says which parts say something else than before', () => {
    expect(changedBy({})).toEqual([])
    expect(changedBy({ scores: { structure: { levelId: 'good' } }, privateNote: 'Ask again.' })).toEqual([])
    expect(changedBy({ scores: { absent: null }, adjustment: { points: -1 } })).toEqual([])
    expect(changedBy({ scores: { absent: {}, structure: { points: 1 } } })).toEqual(['scores.structure'])
  })

  it.each<[patch: JudgementPatch, issues: string[]]>([
    [{ scores: { structure: { snippet: { edited: true } } } }, ['$.scores.structure.snippet.snippetId required']],
    [
      { scores: { structure: { snippet: {} } } },
      ['$.scores.structure.snippet.snippetId required', '$.scores.structure.snippet.edited required'],
    ],
    [{ adjustment: { reason: null } }, ['$.adjustment.reason required']],
    [{ scores: { report: { snippet: { edited: true } } } }, []],
    [{ privateNote: 'ä'.repeat(350_001) }, ['$ too_large']],
  ])('finds what makes a judgement invalid: %#', (patch, issues) => {
    expect(patchJudgement(before, patch).issues.map(({ path, code }) => `${path} ${code}`)).toEqual(issues)
  })

  it('holds at most 700,000 bytes of scores, adjustment and note together', () => {
    const empty: JudgementDocument = { scores: {}, adjustment: null, privateNote: '' }
    const ofBytes = (bytes: number) =>
      patchJudgement(empty, { privateNote: 'x'.repeat(bytes - '{}null'.length) }).issues
    expect([ofBytes(700_000).length, ofBytes(700_001).length]).toEqual([0, 1])
  })

  it('names each snippet that a score newly refers to, once for each score', () => {
    const snippet = (snippetId: string) => ({ snippet: { snippetId, edited: true } })
    expect(patchJudgement(before, { scores: { report: snippet('s1') } }).newSnippets).toEqual([])
    const scores = { report: snippet('s2'), structure: snippet('s1'), faults: snippet('s1') }
    expect(patchJudgement(before, { scores }).newSnippets.toSorted()).toEqual(['s1', 's1', 's2'])
  })
})

describe('the parts of a judgement', () => {
  it('are touched where a patch names them, whether or not it changes them', () => {
    expect(judgementParts.touched(before, { scores: { report: {} }, adjustment: null })).toEqual([
      'scores.report',
      'adjustment',
    ])
    expect(judgementParts.touched(before, { scores: null, privateNote: 'Ask again.' })).toEqual([
      'scores.structure',
      'scores.report',
      'privateNote',
    ])
  })

  it('have revisions, and paths in a patch', () => {
    const revisions = { 'scores.a': 5, adjustment: 3 }
    const changedSince = (revision: number) =>
      partsChangedSince(revisions, revision, { criteria: [{ id: 'a' }], touched: ['scores.gone'] }).map(
        judgementParts.pathOf,
      )
    expect(changedSince(5)).toEqual([])
    expect(changedSince(4)).toEqual(['$.scores.a'])
    expect(changedSince(2)).toEqual(['$.scores.a', '$.adjustment'])
  })

  it('all count as changed with the whole judgement, also those without a revision', () => {
    const revisions = { [everyPart]: 4, 'scores.a': 5 }
    const concerned = { criteria: [{ id: 'a' }, { id: 'b' }], touched: ['scores.gone'] }
    expect(partsChangedSince(revisions, 4, concerned)).toEqual(['scores.a'])
    expect(partsChangedSince(revisions, 3, concerned).map(judgementParts.pathOf)).toEqual([
      '$.scores.a',
      '$.scores.b',
      '$.adjustment',
      '$.privateNote',
      '$.scores.gone',
    ])
    expect(['scores.gone', 'scores.a'].map((part) => hasChangedSince(revisions, 4, part))).toEqual([false, true])
  })
})

const before: JudgementDocument = {
  scores: {
    structure: { levelId: 'good', comment: 'Well done.' },
    report: { points: 3, snippet: { snippetId: 's1', edited: false } },
  },
  adjustment: { points: -1, reason: 'Late.' },
  privateNote: 'Ask again.',
}
const changedBy = (patch: JudgementPatch) => patchJudgement(before, patch).changed
