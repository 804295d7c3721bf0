import type { TestService } from '../service.fixture.ts'

/** As if nobody had read a course yet, with a learning platform that works. */
export async function forgetSnapshots({ upstream, logLines, database }: TestService): Promise<void> {
  upstream.faults.clear()
  upstream.journal.clear()
  logLines.length = 0
  await database.query(`DELETE FROM snapshot_submitter; DELETE FROM snapshot_submission; DELETE FROM snapshot_exercise;
    DELETE FROM snapshot_withheld_exercise; DELETE FROM snapshot_module; DELETE FROM roster_student; DELETE FROM course_snapshot;
    DELETE FROM course_snapshot_refresh`)
}
