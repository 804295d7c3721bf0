import { randomBytes } from 'node:crypto'
import type { FakeUpstream } from '@course-grading/test-fake-upstream'

const peopleIds = [101, 102, 103, 104, 105, ...Array.from({ length: 30 }, (_, index) => 201 + index)]

interface PlantedPeople {
  readonly tokenOf: (userId: number) => string
  readonly revokedToken: string
  /** Maps texts of the examples to those of this world. */
  readonly stands: Map<string, string>
}

/** Gives everybody of the demo world other names and another token. */
export function plantPeople(
  { world }: FakeUpstream,
  plant: (kind: 'person' | 'secret', name: string, secret?: string) => string,
): PlantedPeople {
  const tokenOf = (userId: number): string => world.tokenOf(userId)
  const stands = new Map<string, string>()
  for (const id of peopleIds) {
    const user = world.user(id)
    const { email, firstName, lastName } = user
    const token = tokenOf(id)
    world.regenerateToken(id)
    Object.assign(user, {
      username: `user-${plant('person', `username of ${id}`)}`,
      firstName: plant('person', `first name of ${id}`),
      lastName: `${plant('person', `last name of ${id}`)} Ångström`,
      studentId: plant('person', `student number of ${id}`),
      email: `${plant('person', `e-mail of ${id}`)}@example.test`,
    })
    const own = { [email]: user.email, [token]: tokenOf(id), [firstName]: user.firstName, [lastName]: user.lastName }
    for (const [old, now] of Object.entries(own)) if (old !== '' && !stands.has(old)) stands.set(old, now)
    plant('secret', `the token of ${id}`, tokenOf(id))
  }
  const revokedToken = plant('secret', 'the revoked token', randomBytes(20).toString('hex'))
  world.addUser({ id: 9004, username: 'revoked', token: revokedToken })
  world.setRole(11, 9004, 'teacher')
  world.revokeToken(9004)
  return { stands, tokenOf, revokedToken }
}
