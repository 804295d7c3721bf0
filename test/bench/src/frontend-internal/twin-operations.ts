import { hash } from 'node:crypto'
import type { Pool } from 'pg'

interface TwinSession {
  user_id: string
  identity: {
    user: object
    courses: { courseId: number; code: string; name: string; instanceName: string; role: string }[]
  }
  created_at: Date
  expires_at: Date
  preferences: object | null
  preferences_revision: number | null
}

const sessionQuery = {
  name: 'session',
  text: `SELECT s.session_id, s.user_id, s.identity, s.identity_at, s.sealed_token, s.created_at, s.expires_at,
    p.document AS preferences, p.revision AS preferences_revision
    FROM session s LEFT JOIN preferences p ON p.user_id = s.user_id WHERE s.id_hash = $1 AND s.expires_at > now()`,
}

export async function findSession(pool: Pool, sessionId: string): Promise<TwinSession> {
  const {
    rows: [row],
  } = await pool.query<TwinSession>({ ...sessionQuery, values: [hash('sha256', sessionId, 'buffer')] })
  return row!
}

const headsQuery = {
  name: 'heads',
  text: `SELECT c.course_id, c.slug, c.name, $1 = ANY (c.grader_ids) AS grader
    FROM course_settings c WHERE c.course_id = ANY($2::bigint[])`,
}

export async function readSession(
  pool: Pool,
  { user_id, identity, created_at, expires_at, preferences, preferences_revision }: TwinSession,
): Promise<object> {
  const { rows } = await pool.query<{ course_id: string; slug: string; name: string; grader: boolean }>({
    ...headsQuery,
    values: [user_id, identity.courses.map(({ courseId }) => courseId)],
  })
  const heads = new Map(rows.map((row) => [Number(row.course_id), row]))
  return {
    user: identity.user,
    courses: identity.courses.map(({ courseId, code, name, instanceName, role }) => {
      const head = heads.get(courseId)
      return {
        courseId,
        slug: head?.slug ?? null,
        name: head?.name ?? name,
        code,
        instanceName,
        configured: head !== undefined,
        roles: head?.grader ? [role, 'grader'] : [role],
      }
    }),
    preferences: preferences ?? {
      locale: 'en',
      timeZone: null,
      theme: 'system',
      editor: { fontSize: 14, tabSize: 4, wrap: false },
      grading: { autoAdvance: true, hideTemplateCode: false, defaultQueue: 'next' },
      pinnedCourses: [],
      notifications: { assigned: true, ambiguousDelivery: true, digest: 'off' },
    },
    preferencesRevision: preferences_revision ?? 0,
    createdAt: created_at,
    expiresAt: expires_at,
  }
}

const publicQuery = {
  name: 'public',
  text: `SELECT course_id, slug, name, document -> 'languages' AS languages, listed FROM course_settings WHERE listed ORDER BY course_id DESC`,
}
let kept: { readonly json: string; readonly etag: string; readonly until: number } | undefined

export async function listPublicCourses(pool: Pool): Promise<{ readonly json: string; readonly etag: string }> {
  if (kept && kept.until > performance.now()) return kept
  const { rows } = await pool.query<{
    course_id: string
    slug: string
    name: string
    languages: string[]
    listed: boolean
  }>(publicQuery)
  const json = JSON.stringify({
    courses: rows.map(({ course_id, ...course }) => ({ courseId: Number(course_id), ...course })),
  })
  kept = { json, etag: `"${hash('sha256', json, 'base64url')}"`, until: performance.now() + 5000 }
  return kept
}
