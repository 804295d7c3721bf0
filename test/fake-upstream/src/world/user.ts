/** A person of the site. The profile has a primary key of its own, which some fields of A+ show. */
export interface User {
  id: number
  profileId: number
  username: string
  studentId: string | null
  email: string
  firstName: string
  lastName: string
  isExternal: boolean
  isSuperuser: boolean
  /** Django's `is_staff`: passes visibility checks and may list all users, but is not a teacher. */
  isSiteStaff: boolean
  isActive: boolean
  /** Null if the user never had an API token, or it was revoked. */
  token: string | null
  /** The language of the profile. If it is empty, Accept-Language decides. */
  language: '' | 'en' | 'fi'
}

/** The demo world's token of a user: the id as four hexadecimal digits, ten times. */
export function demoTokenOf(userId: number): string {
  return userId.toString(16).padStart(4, '0').slice(-4).repeat(10)
}

export function fullNameOf(user: User): string {
  return `${user.firstName} ${user.lastName}`.trim()
}

/** The person fields a test may choose; everything else has a default. */
export type NewUser = Partial<Omit<User, 'profileId'>> & { username: string }
