import { observable } from './observable.ts'

type Guard = (leave: () => void) => void

const guards: Guard[] = []
const watch = observable<Guard | null>(null)

/** Does what it is given. Where something unsaved would be lost by it, the person has to agree first. */
export const beforeLeaving: Guard = (leave) =>
  [...guards, watch.now() ?? ((go) => go())].reduceRight<() => void>((next, guard) => () => guard(next), leave)()

/** Lets `guard` be asked by `beforeLeaving` from now on. Returns how to stop it. */
export const askBeforeLeaving = (guard: Guard): (() => void) => {
  guards.push(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}

/** Lets `guard`, of which there is one, be asked after all others: what they save has not reached the server yet. Returns how to stop it. */
export const watchLeaving = (guard: Guard): (() => void) => {
  watch.set(guard)
  return () => void (watch.now() === guard && watch.set(null))
}

/** Ends once there is the guard that is asked last. */
export const whenWatched = (): Promise<void> =>
  new Promise((resolve) => {
    if (watch.now()) return resolve()
    const end = watch.subscribe(() => {
      if (!watch.now()) return
      end()
      resolve()
    })
  })
