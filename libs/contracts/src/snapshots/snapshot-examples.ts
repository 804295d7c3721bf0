import { courseSettingsExample } from '../settings/course-settings-examples.ts'
import type { Snapshot, SnapshotChanges } from './snapshot.ts'

const takenAt = '2026-11-02T08:15:00.000Z'

export const snapshotExample: Snapshot = {
  revision: 7,
  takenAt,
  modules: [
    {
      id: 51,
      name: '|en:Basics|fi:Perusteet|',
      open: true,
      exercises: [
        { exerciseId: 1102, name: '|en:Quiz|fi:Visa|', maxPoints: 5, manual: false },
        { exerciseId: 1103, name: '|en:Essay program|fi:Esseeohjelma|', maxPoints: 20, manual: true },
      ],
    },
  ],
  tags: courseSettingsExample.tags,
}

export const snapshotChangesExample: SnapshotChanges = {
  revision: 8,
  takenAt,
  students: { added: 2, removed: 1 },
  taggings: { added: 3, removed: 0 },
  exercises: { added: 1, removed: 0, renamed: 1 },
  warnings: [{ code: 'submissions_unavailable', exerciseId: 1103 }],
}
