import { describe, expect, it } from 'vitest'
import { readDeliveryTask } from './read-delivery-task.ts'

const id = '019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d'

describe('readDeliveryTask', () => {
  it.each<[string[], object]>([
    [['list'], { command: 'list', courseId: null, state: null, before: null, limit: 100 }],
    [
      ['list', '--course', '11', '--state=ambiguous', '--limit', '1000', '--before', '812'],
      { command: 'list', courseId: 11, state: 'ambiguous', before: 812, limit: 1000 },
    ],
    [['show', id], { command: 'show', deliveryId: id }],
    [['release', id], { command: 'release', deliveryId: id }],
    [
      ['resolve', id, '--as', 'send_again', '--reason', 'Looked.'],
      { command: 'resolve', deliveryId: id, as: 'send_again', reason: 'Looked.' },
    ],
    [['hold', '--reason', 'A restore.'], { command: 'hold', reason: 'A restore.' }],
    [['hold', '--reason', '🎓'.repeat(500)], { command: 'hold', reason: '🎓'.repeat(500) }],
    [['resume'], { command: 'resume' }],
  ])('reads %j', (args, task) => {
    expect(readDeliveryTask(args)).toEqual(task)
  })

  it.each([
    [[]],
    [['lists']],
    [['toString']],
    [['list', id]],
    [['list', '--state', 'lost']],
    [['list', '--course', '0']],
    [['list', '--limit', '1001']],
    [['list', '--before', '0']],
    [['list', '--reason', 'x']],
    [['show']],
    [['show', id, id]],
    [['show', id.toUpperCase()]],
    [['show', '1']],
    [['show', id, '--as', 'cancelled']],
    [['resolve', id]],
    [['resolve', id, '--as', 'cancelled']],
    [['resolve', id, '--reason', 'x']],
    [['resolve', id, '--as', 'refused', '--reason', 'x']],
    [['resolve', id, '--as', 'cancelled', '--reason', '']],
    [['hold', '--reason', ' \t']],
    [['resolve', id, '--as', 'cancelled', '--reason', '🎓'.repeat(501)]],
    [['hold']],
    [['resume', '--all']],
    [['resume', id]],
  ])('returns undefined for %j', (args) => {
    expect(readDeliveryTask(args)).toBeUndefined()
  })
})
