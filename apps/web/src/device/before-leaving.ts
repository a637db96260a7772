type Guard = (leave: () => void) => void

const guards: Guard[] = []

/** Calls `leave`, unless a guard stops it. If unsaved words would be lost, a guard asks the person first. */
export const beforeLeaving: Guard = (leave) =>
  guards.reduceRight<() => void>((next, guard) => () => guard(next), leave)()

/**
 * Adds a guard to `beforeLeaving`. Returns a function that removes it. With `isLast` the guard runs after all others,
 * so that it also knows of the words that they save.
 */
export const askBeforeLeaving = (guard: Guard, isLast = false): (() => void) => {
  if (isLast) guards.push(guard)
  else guards.unshift(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}
