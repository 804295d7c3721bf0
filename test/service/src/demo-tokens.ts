/** Token of a user of the demo world: the id as four hexadecimal digits, ten times. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(4, '0').repeat(10)
