import { parentPort, workerData } from 'node:worker_threads'
import { migratePage, type TargetVersion } from '@course-grading/domain'

const target = workerData as TargetVersion

parentPort?.on('message', (work: string) => parentPort?.postMessage(migratePage(work, target)))
parentPort?.postMessage('')
