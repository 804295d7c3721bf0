/** A launch of A+ that signs nobody in. */
export const launch = {
  titles: { used: 'Used before', other: 'Not signed in' },
  courses: 'My courses',
  lead: {
    unsigned: 'A+ and this service do not agree about this launch.',
    late: 'This launch is older than ten minutes, or a clock is wrong.',
    used: 'This launch has been used before. Each one signs in once.',
    withoutToken: 'A+ did not tell this service who you are.',
    withoutCookies: 'Your browser keeps no cookies of this site, so you cannot stay signed in here.',
    unknownToken: 'A+ does not know the token that came with this launch.',
  },
  steps: {
    unsigned: [
      'Open the entry in the menu of your course in A+ again.',
      'If that does not help, ask the administrator of A+ to check the key, the secret and the address of this service.',
    ],
    late: [
      'Open the entry in the menu of your course in A+ again.',
      'If that does not help, tell the administrator that the clock of A+ or of this service is wrong.',
    ],
    used: ['Open the entry in the menu of your course in A+ again.'],
    withoutToken: [
      'Sign in to A+ and open the entry in the menu of your course again.',
      'If that does not help, ask the administrator of A+ to give this service the access “public with API”.',
    ],
    withoutCookies: [
      'Allow cookies for this site in your browser. Here they keep only who is signed in, and the language.',
      'Then sign in again, or open the entry in the menu of your course in A+.',
    ],
    unknownToken: [
      'Open the entry in the menu of your course in A+ again.',
      'If that does not help, tell the administrator of this service.',
    ],
  },
  token: 'Sign in by token instead',
  platform: 'Go to A+',
}
