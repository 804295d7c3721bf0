import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect, it } from 'vitest'
import { StandInCalls, startNumber } from '../islands/grading/stand-in-calls.fixture.ts'
import { readTyped, toNames } from '../islands/grading/read-fields.ts'
import { typedBefore } from '../islands/grading/grading-store.ts'
import { sendLeft } from '../islands/staff/send-left.ts'
import { openTestWeb, publicOrigin } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { id, feedbackId, courseId, exerciseId } = frontendInternal.operations.getAssessment.replies[200].example

/** What stood in the fields of a page, as its script and its form wrote it while the state was a record of these names. */
const base = {
  'scores/structure/levelId': 'good',
  'scores/structure/comment': 'Clear.',
  'scores/faults/checks/copied': '2',
  'scores/report/points': '7.5',
  privateNote: 'Ask.',
  body: 'Hello',
  'annotations/a1/place': '{"anchor":{"fileId":1,"path":"a.py","sha256":null},"startLine":1,"endLine":2}',
  'annotations/a1/kind': 'question',
  'annotations/a1/body': 'Why?',
  'annotations/a2/place': '{"anchor":{"fileId":1,"path":"a.py","sha256":null},"startLine":1,"endLine":2}',
  'annotations/a2/kind': 'note',
  'annotations/a2/body': 'Good.',
}

/** What IndexedDB kept of the changes: a level, a comment from a snippet, points that are no number, that no check applies, and so on. */
const kept = {
  userId: 101,
  assessmentId: 'assessment-1',
  feedbackId: 'feedback-1',
  revisions: { judgement: 1, wording: 1 },
  base,
  mine: {
    'scores/structure/levelId': 'poor',
    'scores/structure/comment': 'Inserted.',
    'scores/report/points': '1,000',
    'scores/structure/snippet': '{"snippetId":"s1","edited":false}',
    'scores/faults/none': 'yes',
    'adjustment/points': '-2.5',
    'adjustment/reason': 'Late.',
    body: 'Hello\nagain',
    'annotations/a1/place': '{"anchor":{"fileId":1,"path":"a.py","sha256":null},"startLine":1,"endLine":2}',
    'annotations/a1/kind': 'question',
    'annotations/a1/body': 'Why not?',
    'annotations/n1/kind': 'note',
    'annotations/n1/place': '{"anchor":{"answerKey":"essay"},"startLine":3,"endLine":4}',
    'annotations/n1/body': 'New.',
    'annotations/n1/private': 'yes',
  },
  who: 'Student 1',
  keptAt: 1_795_946_748_578,
}

/** What the page of that time sent for these changes. */
const judgement = {
  privateNote: null,
  scores: {
    structure: { levelId: 'poor', comment: 'Inserted.', snippet: { snippetId: 's1', edited: false } },
    faults: { checks: { copied: null } },
  },
  adjustment: { points: -2.5, reason: 'Late.' },
}
const wording = {
  body: 'Hello\nagain',
  annotations: {
    a1: { body: 'Why not?' },
    a2: null,
    n1: { startLine: 3, endLine: 4, anchor: { answerKey: 'essay' }, kind: 'note', private: true, body: 'New.' },
  },
}

/** What the server replied of the examples of the contract. */
const standing = {
  'scores/structure/levelId': 'good',
  'scores/report/points': '8.25',
  'scores/report/comment': 'The second part is short.',
}
const standingFeedback = {
  body: 'See *the second part*.',
  'annotations/a1/place': '{"anchor":{"fileId":71,"path":"essay.txt","sha256":null},"startLine":3,"endLine":4}',
  'annotations/a1/kind': 'question',
  'annotations/a1/body': 'Why?',
}

describe('what a browser kept before an upgrade', () => {
  it('is sent from any page of staff, but for what cannot be read as a number', async () => {
    const calls = new StandInCalls(1)
    const documents = { judgement: { revision: 7, fields: base }, wording: { revision: 4, fields: base } }
    const held = { isMine: true, isCompleted: false, who: 'Student 48213', holder: 'Me', heldUntil: null }
    calls.standing = async () => ({ kind: 'ok', value: { ...documents, ...held } })
    const sent: unknown[] = []
    calls.saveJudgement = async (_ids, revision, patch) => {
      sent.push([revision, patch])
      return { kind: 'ok', value: { revision: 8 } }
    }
    calls.saveWording = async (_ids, revision, patch) => {
      sent.push([revision, patch])
      return { kind: 'ok', value: { revision: 5, judgementRevision: 9 } }
    }
    expect(await sendLeft(kept, calls)).toEqual({ outcome: 'unfinished', who: 'Student 48213' })
    expect(sent).toEqual([
      [7, judgement],
      [4, wording],
    ])
  })

  it('goes on in the page, which keeps it in the same way', () => {
    const typed = typedBefore(startNumber(1, base), readTyped(kept), startNumber(1, base).fields)
    expect([typed?.base, typed?.mine].map((fields) => fields && toNames(fields))).toEqual([kept.base, kept.mine])
  })
})

describe('a page that was drawn before an upgrade', () => {
  it('sends its form, which is saved as it would have been', async () => {
    const form = {
      drawn: JSON.stringify({ userId: 101, assessmentRevision: 2, feedbackId, feedbackRevision: 1, fields: base }),
      'scores/structure/levelId': 'poor',
      'scores/structure/comment': 'Inserted.',
      'scores/faults/none': 'yes',
      'scores/report/points': '1,000',
      'adjustment/points': '−2,5',
      'adjustment/reason': 'Late.',
      privateNote: '',
      body: 'Hello\r\nagain',
      'annotations/a1/body': 'Why not?',
      'annotations/a2/body': 'Good.',
      'remove/a2': 'on',
      action: 'save',
    }
    await ask(`/grade/${id}`, { form, signedIn: true })
    const saved = boundary.calls.filter(({ operation }) => operation.startsWith('patch')).map(({ body }) => body)
    const { snippet: _, ...structure } = judgement.scores.structure
    const { n1: __, ...annotations } = wording.annotations
    expect(saved).toEqual([
      { ...judgement, scores: { ...judgement.scores, structure } },
      { ...wording, annotations },
    ])
  })

  it('has a script that reads by these names what stands by now', async () => {
    const headers = { 'X-Person': '101' }
    const { text } = await ask(`/grade/${id}/standing?feedback=${feedbackId}`, { headers, signedIn: true })
    expect(JSON.parse(text)).toMatchObject({ judgement: { fields: standing }, wording: { fields: standingFeedback } })
  })

  it('has a script that reads by these names the next assessment', async () => {
    const headers = { 'X-Person': '101', 'Content-Type': 'application/json', Origin: publicOrigin }
    const body = JSON.stringify({ locale: 'en', goesOn: true, teaches: false })
    const path = `/courses/${courseId}/exercises/${exerciseId}/next`
    const { text } = await ask(path, { method: 'POST', headers, body, signedIn: true })
    expect(JSON.parse(text).start.fields).toEqual({ ...standing, ...standingFeedback })
  })
})
