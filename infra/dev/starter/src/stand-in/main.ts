// The starter with stand-ins for its processes. STAND_IN is the behaviour of the third service,
// STAND_IN_STOPS_WITHIN_MS how long each process may take to stop, and STAND_IN_ASSESSES_FOR_MS how long the demo's work is assessed.
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChildPlan } from '../managed-child.ts'
import type { World } from '../processes.ts'
import { runStarter } from '../run-starter.ts'

process.exitCode = await runStarter({
  checkout: resolve(import.meta.dirname, '../../../../..'),
  stateRoot: process.env['STATE_ROOT'] ?? '',
  argv: process.argv.slice(2),
  env: process.env,
  processes: (world) => ({
    simulator: standIn(world, 'simulator', world.ports.simulator, ''),
    docs: null,
    fill: null,
    assess: (signal) => sleep(Number(process.env['STAND_IN_ASSESSES_FOR_MS'] ?? 0), undefined, { signal }),
    services: [
      standIn(world, 'public-api', world.ports.publicApi, ''),
      standIn(world, 'frontend-internal', world.ports.frontendInternal, ''),
      standIn(world, 'manual-grading', world.ports.manualGrading, process.env['STAND_IN'] ?? ''),
    ],
  }),
})

function standIn(world: World, name: string, port: number, role: string): ChildPlan {
  const own = { HOST: '127.0.0.1', PORT: `${port}`, STAND_IN: role }
  return {
    name,
    entry: join(import.meta.dirname, 'server.ts'),
    cwd: world.checkout,
    env: { ...world.env, ...own },
    own,
    logFile: join(world.logDir, `${name}.log`),
    ready: { url: `http://127.0.0.1:${port}/health/ready`, by: 'status-200' },
    stopWithinMs: Number(process.env['STAND_IN_STOPS_WITHIN_MS'] ?? 5_000),
    watch: world.watch,
  }
}
