import { parentPort, workerData } from 'node:worker_threads'
import { maxFeedbackBytes, migratePage, type RenderTexts, type TargetVersion } from '@course-grading/domain'
import { renderTexts } from '@course-grading/markdown/render-texts'

const target = workerData as TargetVersion
const render: RenderTexts = (texts) => {
  const rendered = renderTexts(texts, maxFeedbackBytes)
  return rendered.ok ? rendered.html : null
}

parentPort?.on('message', (work: string) => parentPort?.postMessage(migratePage(work, target, render)))
parentPort?.postMessage('')
