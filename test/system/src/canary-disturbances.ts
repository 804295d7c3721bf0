import type { FaultAction } from '@course-grading/fake-upstream'
import { rawRequest } from './canary-exchange.ts'
import { authorization, type CanaryStep, change, settingsPath, write } from './canary-step.ts'
import type { CanaryWorld } from './canary-world.ts'

/** A disturbance around one request, and how it is undone. */
export interface Disturbance extends CanaryStep {
  readonly begin: () => void | Promise<void>
  readonly end: () => void | Promise<void>
}

/** The database and upstream fail in every way that lets them quote their input. Rejections by upstream are cached, so they come last. */
export const disturbances = (world: CanaryWorld): Disturbance[] => [...ofDatabase(world), ...ofUpstream(world)]

function ofUpstream({ world: { upstream }, tokens: { teacher }, texts, people }: CanaryWorld): Disturbance[] {
  const echo = `${texts.upstream} Token ${teacher}`
  const html = `<html><body><h1>Server Error</h1><pre>Authorization: ${echo}</pre></body></html>`
  const json = JSON.stringify({ detail: echo, token: teacher })
  const identity = { id: people.teacher.id, username: echo, full_name: echo, email: echo, student_id: null }
  const answers: readonly (readonly [title: string, status: number, action: FaultAction])[] = [
    ['a page with the token in it', 502, { kind: 'status', status: 500, body: html, contentType: 'text/html' }],
    ['a success status with a page', 502, { kind: 'status', status: 200, body: html, contentType: 'text/html' }],
    ['JSON that quotes the token', 502, { kind: 'status', status: 400, body: json, contentType: 'application/json' }],
    [
      'a refusal that quotes the token',
      401,
      {
        kind: 'status',
        status: 401,
        body: json,
        contentType: 'application/json',
        headers: { 'WWW-Authenticate': echo },
      },
    ],
    [
      'a rejection that quotes the token',
      502,
      { kind: 'status', status: 403, body: json, contentType: 'application/json' },
    ],
    [
      'too many requests',
      502,
      { kind: 'status', status: 429, body: json, contentType: 'application/json', headers: { 'Retry-After': teacher } },
    ],
    [
      'somebody without what a person has',
      502,
      { kind: 'status', status: 200, body: json, contentType: 'application/json' },
    ],
    [
      'somebody of another shape',
      502,
      {
        kind: 'status',
        status: 200,
        body: JSON.stringify({ ...identity, teacher_courses: [echo], staff_courses: echo }),
        contentType: 'application/json',
      },
    ],
    [
      'an id that is not a number',
      502,
      {
        kind: 'status',
        status: 200,
        body: JSON.stringify({ ...identity, id: teacher }),
        contentType: 'application/json',
      },
    ],
    ['truncated JSON', 502, { kind: 'status', status: 200, body: json.slice(0, -1), contentType: 'application/json' }],
    [
      'JSON with a key twice',
      502,
      {
        kind: 'status',
        status: 200,
        body: `{"id":1,${json.slice(1, -1)},"token":"${teacher}"}`,
        contentType: 'application/json',
      },
    ],
    ['another media type', 502, { kind: 'wrong_content_type', contentType: `text/${teacher}` }],
    [
      'a redirect',
      502,
      { kind: 'redirect', status: 302, location: `https://elsewhere.test/?token=${teacher}&x=${texts.upstream}` },
    ],
    ['a reset', 502, { kind: 'reset_before_body' }],
    ['half an answer', 502, { kind: 'half_answer' }],
  ]
  const around = (path: string, action: FaultAction) => ({
    begin: () => void upstream.faults.add({ path, action }),
    end: () => {
      if (upstream.faults.list().every(({ played }) => played === 0)) throw new Error('no fault was played')
      upstream.faults.clear()
    },
  })
  const body = change({ graders: [{ userId: people.grader.id, languages: ['fi'] }] })
  return [
    ...answers.map(([title, status, action]) => ({
      ...write(`upstream, asked who calls: ${title}`, [status], { token: teacher, body }),
      ...around('/api/v2/users/me', action),
    })),
    ...answers.slice(0, 6).map(([title, , action]) => ({
      ...write(`upstream, asked about a grader: ${title}`, [502, 401, 403], { token: teacher, body }),
      ...around(`/api/v2/users/${people.grader.id}`, action),
    })),
  ]
}

function ofDatabase({ owner, wire, tokens: { teacher }, texts, world: { database } }: CanaryWorld): Disturbance[] {
  const role = new URL(database.urls.publicApi).username
  const query = (text: string) => async (): Promise<void> => void (await owner.query(text))
  const reading: CanaryStep = {
    title: 'a read',
    statuses: [500],
    requestAt: () => rawRequest({ target: settingsPath, headers: [authorization(teacher)] }),
  }
  const writing = write('a write', [500], { token: teacher, body: change({ name: texts.row }) })
  const lost = { begin: () => wire.cut(), end: () => wire.mend() }
  const trigger = (raise: string) => ({
    begin: query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise}; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON course_settings FOR EACH ROW EXECUTE FUNCTION refuse()
    `),
    end: query('DROP FUNCTION refuse CASCADE'),
  })
  return [
    { ...reading, ...lost, title: 'a read without a database' },
    { ...writing, ...lost, title: 'a write without a database' },
    {
      ...reading,
      title: 'a read that is not allowed',
      begin: query(`REVOKE SELECT ON course_settings FROM ${role}`),
      end: query(`GRANT SELECT ON course_settings TO ${role}`),
    },
    {
      ...writing,
      title: 'a write that is not allowed',
      begin: query(`REVOKE INSERT ON course_settings_revision FROM ${role}`),
      end: query(`GRANT INSERT ON course_settings_revision TO ${role}`),
    },
    {
      ...writing,
      ...trigger(
        `RAISE EXCEPTION 'refused %', NEW.document USING DETAIL = NEW.document, HINT = NEW.document, COLUMN = NEW.document`,
      ),
      title: 'a row that the database quotes',
    },
    {
      ...writing,
      ...trigger('NEW.document := NULL; RETURN NEW'),
      title: 'a row without its document, which the database shows',
    },
    {
      ...writing,
      ...trigger(`PERFORM (NEW.document ->> 'name')::integer; RETURN NEW`),
      title: 'a name that is cast to a number',
    },
    {
      ...writing,
      ...trigger(`RAISE SQLSTATE '57P01' USING MESSAGE = NEW.document`),
      title: 'a server that announces its shutdown',
    },
  ]
}
