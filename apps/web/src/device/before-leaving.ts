type Guard = (leave: () => void) => void

const guards: Guard[] = []

/** Calls `leave`. If unsaved words would be lost, the person must agree first. */
export const beforeLeaving: Guard = (leave) =>
  guards.reduceRight<() => void>((next, guard) => () => guard(next), leave)()

/**
 * Adds a guard to `beforeLeaving`. Returns a function that removes it. With `isLast` it comes after all other guards, because
 * what those save is not on the server yet.
 */
export const askBeforeLeaving = (guard: Guard, isLast = false): (() => void) => {
  if (isLast) guards.push(guard)
  else guards.unshift(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}
