type Guard = (leave: () => void) => void

let guard: Guard | null = null

/** Does what it is given; where unsaved words would be lost by it, only after somebody has agreed. */
export const beforeLeaving: Guard = (leave) => (guard ? guard(leave) : leave())

/** Whom `beforeLeaving` asks from now on; null when nothing can be lost. */
export const askBeforeLeaving = (next: Guard | null): void => {
  guard = next
}
