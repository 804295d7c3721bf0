/**
 * First half of an advisory lock's key; the second is the course. Whoever brings people of a course in shares it with others who do,
 * and whoever erases one waits for them and they for that one. As the first statement of a transaction: what follows then sees
 * what the other has done. No other lock of the product has it.
 */
export const peopleLock = 1_397_051_217
