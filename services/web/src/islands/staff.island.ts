import { createKeeper } from './kept/keeper.ts'
import { begin } from './staff/begin.ts'
import type { StaffStart } from './staff/staff-start.ts'
import { pageRead } from './when-read.ts'

void beginWhenRead()

async function beginWhenRead(): Promise<void> {
  await pageRead()
  const root = document.getElementById('left-text')
  if (root?.dataset['start'] !== undefined) begin(root, JSON.parse(root.dataset['start']) as StaffStart, createKeeper())
}
