import type { StaffStart } from '../islands/staff/staff-start.ts'

/** The place where the script of staff's pages says what it could not save. */
export function LeftText(start: StaffStart) {
  return <output id="left-text" class="notices" data-start={JSON.stringify(start)} />
}
