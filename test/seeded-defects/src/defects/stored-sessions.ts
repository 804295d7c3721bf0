import type { Catcher, Defect } from '../defect.ts'

const authenticate = 'services/frontend-internal/src/access/authenticate.ts'
const identifyToken = 'services/frontend-internal/src/sessions/identify-token.ts'
const createSession = 'services/frontend-internal/src/sessions/create-session.ts'
const inSystem = (file: string, test: string): Catcher => ({
  project: 'system',
  file: `test/system/src/${file}.test.ts`,
  test,
})
const revocation = (test: string): Catcher => inSystem('session-revocation.long', test)
const canaries = (test: string): Catcher => ({
  ...inSystem('canary-scan.long', `the result of the traffic > ${test}`),
  withItsFile: true,
})

export const storedSessions: readonly Defect[] = [
  {
    title: 'a process caches sessions',
    edits: [
      {
        file: authenticate,
        old: 'const use = idHash && (await useSession(idHash))',
        new: 'const use = remembered.has(String(idHash)) ? remembered.get(String(idHash)) : idHash && (await useSession(idHash))',
      },
      {
        file: authenticate,
        old: `    if (use?.state === 'live') return`,
        new: `    if (use) remembered.set(String(idHash), use)\n    if (use?.state === 'live') return`,
      },
      {
        file: authenticate,
        old: 'export function createAuthenticate',
        new: 'const remembered = new Map()\n\nexport function createAuthenticate',
      },
    ],
    caughtBy: [
      revocation('a session that was ended > where it signed out, is refused'),
      revocation('a session that was ended > by an operator'),
    ],
  },
  {
    title: 'sessions expire by the clock of the process',
    edits: [
      {
        file: 'libs/data/src/sessions/session-rows.ts',
        old: 'session.expires_at > statement_timestamp()',
        new: 'session.expires_at > ${new Date().toISOString()}::timestamptz',
      },
    ],
    caughtBy: [revocation('a session that expires > ends on every process at the same time')],
  },
  {
    title: 'a sealed token opens in another row of its person',
    edits: [
      {
        file: 'libs/sealing/src/session-token-context.ts',
        old: 'return [session.sessionId, String(session.userId)]',
        new: 'return [String(session.userId)]',
      },
    ],
    caughtBy: [
      {
        project: 'sealing',
        file: 'libs/sealing/src/session-token-context.test.ts',
        test: 'sessionTokenContext > is the session, then the user',
      },
    ],
    always: true,
  },
  {
    title: 'the id of a session is stored in clear text',
    edits: [
      {
        file: 'services/frontend-internal/src/sessions/session-id.ts',
        old: `hash('sha256', sessionId, 'buffer')`,
        new: `Buffer.from(sessionId.slice(prefix.length), 'base64url')`,
      },
    ],
    caughtBy: [canaries('holds no canary in any row of the database'), canaries('never sent the database a secret')],
  },
  {
    title: 'the log names the user who signed in',
    edits: [
      {
        file: createSession,
        old: `event: 'session_created', userId,`,
        new: `event: 'session_created', reason: identity.user.username, userId,`,
      },
    ],
    caughtBy: [canaries('holds no canary in any line of the log')],
  },
  {
    title: 'one user may begin as many sessions as all users together',
    edits: [{ file: createSession, old: `    deps.newSessionsOfUser.requireToken(String(userId))()\n`, new: '' }],
    caughtBy: [revocation('a storm of sign-ins > of one user is limited to 20 a minute')],
  },
  {
    title: 'sign-ins are counted only after the reply of the platform',
    edits: [
      { file: identifyToken, old: `  buckets.requireToken('all')()\n`, new: '' },
      {
        file: identifyToken,
        old: "    if (!isKept) buckets.giveBack('all')\n",
        new: "    if (isKept) buckets.requireToken('all')()\n",
      },
    ],
    caughtBy: [revocation('a storm of sign-ins > with unknown tokens is limited to 600 a minute')],
  },
]
