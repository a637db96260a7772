type Guard = (leave: () => void) => void

const guards: Guard[] = []

/** Does what it is given. Where something unsaved would be lost by it, the person has to agree first. */
export const beforeLeaving: Guard = (leave) =>
  guards.reduceRight<() => void>((next, guard) => () => guard(next), leave)()

/**
 * Lets `guard` be asked by `beforeLeaving` from now on. Returns how to stop it. `isLast`: after all others, because what they save
 * has not reached the server yet.
 */
export const askBeforeLeaving = (guard: Guard, isLast = false): (() => void) => {
  if (isLast) guards.push(guard)
  else guards.unshift(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}
