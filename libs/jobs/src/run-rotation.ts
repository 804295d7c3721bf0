import type { Database } from '@course-grading/data/db/database'
import { createSealer, type SealerOptions } from '@course-grading/sealing'
import { resealAll, verifySealed, type SealedRow, type SealedRows } from './reseal-all.ts'
import { exitUsage, runCommand } from './run-command.ts'

type Keys = SealerOptions['keys']

interface Rotation<Row extends SealedRow> {
  readonly name: string
  /** What a row holds, in words, as in `there is no session`. */
  readonly noun: string
  readonly purpose: SealerOptions['purpose']
  readonly rows: SealedRows<Row>
  /** Called once the arguments are known; ends the process if the environment is wrong. */
  readonly configure: () => { readonly databaseUrl: string; readonly keys: Keys }
  /** Called at the end of `run`, for the log; operators read the printed lines. */
  readonly onRotated: (rotated: Rotated) => void
}

interface Rotated {
  readonly kind: SealerOptions['purpose']
  readonly count: number
  readonly outcome: 'all' | 'some_left'
}

type Step = (database: Database, print: (line: string) => void) => Promise<number>

/** Exit codes: 0 done; 1 some row still needs another key, or the database failed; 64 usage; 78 configuration. */
export async function runRotation<Row extends SealedRow>(
  args: readonly string[],
  rotation: Rotation<Row>,
): Promise<void> {
  const stepsOf = { plan, run, verify }
  const [word = '', ...rest] = args
  if (!Object.hasOwn(stepsOf, word) || rest.length > 0) {
    process.stderr.write(`usage: ${rotation.name} ${Object.keys(stepsOf).join('|')}\n`)
    process.exitCode = exitUsage
    return
  }
  const { databaseUrl, keys } = rotation.configure()
  await runCommand({ name: rotation.name, databaseUrl, work: stepsOf[word as keyof typeof stepsOf](rotation, keys) })
}

function plan<Row extends SealedRow>({ noun, purpose, rows }: Rotation<Row>, keys: Keys): Step {
  return async (database, print) => {
    const { sealingKeyId, keyIds } = createSealer({ purpose, keys })
    const counts = await rows.countByKey(database)
    for (const { keyId, count } of counts) {
      const fate = keyIds.includes(keyId) ? 'to be re-sealed' : 'the ring does not have this key'
      print(`${keyId}: ${count}, ${keyId === sealingKeyId ? 'stay as they are' : fate}`)
    }
    if (counts.length === 0) print(`there is no ${noun}`)
    return 0
  }
}

function run<Row extends SealedRow>({ purpose, rows, onRotated }: Rotation<Row>, keys: Keys): Step {
  return async (database, print) => {
    const sealer = createSealer({ purpose, keys })
    let count = 0
    const left = await resealAll(database, rows, sealer, (resealed) => {
      count = resealed
      print(`${resealed} re-sealed`)
    })
    print(left === 0 ? `all under ${sealer.sealingKeyId}` : `${left} still under another key`)
    onRotated({ kind: purpose, count, outcome: left === 0 ? 'all' : 'some_left' })
    return left === 0 ? 0 : 1
  }
}

/** Uses the first key alone, to show what can be opened once the other keys are removed. */
function verify<Row extends SealedRow>({ purpose, rows }: Rotation<Row>, keys: Keys): Step {
  return async (database, print) => {
    const sealer = createSealer({ purpose, keys: keys.slice(0, 1) })
    const { opened, otherKey, corrupt } = await verifySealed(database, rows, sealer)
    print(`${sealer.sealingKeyId} opens ${opened}; ${otherKey} need another key; ${corrupt} cannot be opened`)
    return otherKey + corrupt === 0 ? 0 : 1
  }
}
