type Guard = (leave: () => void) => void

const guards: Guard[] = []

/** Does what it is given. Where something unsaved would be lost by it, the person has to agree first. */
export const beforeLeaving: Guard = (leave) =>
  guards.reduceRight<() => void>((next, guard) => () => guard(next), leave)()

/** Lets `guard` be asked by `beforeLeaving` from now on. Returns how to stop it. */
export const askBeforeLeaving = (guard: Guard): (() => void) => {
  guards.push(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}
