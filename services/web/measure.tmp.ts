import { spawn, execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import { startBoundary } from './src/stand-in-boundary.fixture.ts'
import * as gen from '/tmp/work-shiki/gen.mjs'
const boundary = await startBoundary()
const port = 18080
const child = spawn(process.execPath, [process.argv[2] ?? '/tmp/img/dist/program/main.js'], { env: { PORT: String(port), FRONTEND_INTERNAL_URL: boundary.url, PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, UPSTREAM_BASE_URL: 'http://127.0.0.1:1', LOG_LEVEL: 'error' }, stdio: ['ignore', 'inherit', 'inherit'] })
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1000
const cpu = () => { const f = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' '); return (Number(f[13]) + Number(f[14])) * 10 }
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))
try {
  for (;;) { try { await fetch(`http://127.0.0.1:${port}/sign-in`); break } catch { await sleep(50) } }
  const start = performance.now()
  console.log('idle', Math.round(rss()))
  const ex = frontendInternal.operations.getSubmissionContent.replies[200].example
  const id = frontendInternal.operations.getAssessment.replies[200].example.id
  const ask = async (label: string, files: object[]) => {
    boundary.replyWith('getSubmissionContent', { status: 200, body: { ...ex, files } })
    const c = cpu(), t = performance.now()
    const text = await (await fetch(`http://127.0.0.1:${port}/grade/${id}/work`, { headers: { Cookie: `session=cgs_${'a'.repeat(43)}.101` } })).text()
    const wall = performance.now() - t
    await sleep(1200)
    console.log(label, 'wall', Math.round(wall), 'cpu', cpu() - c, 'rss', Math.round(rss()), 'html KB', Math.round(text.length / 1000), 'rows with colour', text.split('<div class="row').filter((r) => r.includes('class="t-')).length)
  }
  let n = 1
  const file = (language: string, text: string, sha = `s${n}`) => ({ fileId: n++, path: `f${n}.${language}`, field: 'f', size: text.length, sha256: sha, language, template: 'none', text })
  for (let i = 0; i < 300; i++) await (await fetch(`http://127.0.0.1:${port}/sign-in`)).text()
  console.log('after 300 plain pages', Math.round(rss()))
  for (const round of ['cold', 'warm', 'warm2']) for (const [l, f] of [['python', gen.py], ['typescript', gen.ts], ['java', gen.java], ['cpp', gen.cpp]] as const) await ask(`${l} ${round}`, [file(l, f(2000), `${round}${l}`)])
  await ask('python cached', [file('python', gen.py(2000), 'coldpython')])
  for (let i = 0; i < 300; i++) { const files = Array.from({ length: 8 }, (_, k) => file(['python', 'java', 'typescript', 'cpp'][k % 4]!, [gen.py, gen.java, gen.ts, gen.cpp][k % 4]!(250), `r${i}-${k}`)); boundary.replyWith('getSubmissionContent', { status: 200, body: { ...ex, files } }); await (await fetch(`http://127.0.0.1:${port}/grade/${id}/work`, { headers: { Cookie: `session=cgs_${'a'.repeat(43)}.101` } })).text(); if (i % 50 === 49) console.log('pages', i + 1, Math.round(rss())) }
} finally { child.kill('SIGKILL'); boundary.close() }
