import { workerData } from 'node:worker_threads'
import type { RenderTexts, TargetVersion } from '@course-grading/domain/assessments/migrate-assessment'
import { migratePage } from '@course-grading/domain/assessments/migrate-page'
import { maxFeedbackBytes } from '@course-grading/domain/assessments/result-texts'
import { renderTexts } from '@course-grading/markdown/render-texts'
import { replyInThread } from '@course-grading/concurrency/reply-in-thread'

const target = workerData as TargetVersion
const render: RenderTexts = (texts) => {
  const rendered = renderTexts(texts, maxFeedbackBytes)
  return rendered.ok ? rendered.html : null
}

replyInThread((work: string) => migratePage(work, target, render))
